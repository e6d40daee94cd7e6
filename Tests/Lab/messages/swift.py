"""The Swift of one operation: the struct of its intent, its reader, its writer and its schema."""

from __future__ import annotations

from .description import Operation
from .forms import Member, Property, properties, quoted

WIDTH = 96


def header(files: str) -> list[str]:
    """The first lines of a file."""
    return [f"// Written from {files} by Tests/Lab/messages: change that, not this.", ""]


def comment(lines: list[str], indent: str = "") -> list[str]:
    """A doc comment, wrapped."""
    found = []
    for line in lines:
        row = ""
        for word in line.split():
            if row and len(indent) + len(row) + len(word) > WIDTH - 4:
                found.append(row)
                row = word
            else:
                row = f"{row} {word}".strip()
        found.append(row)
    return [f"{indent}/// {row}".rstrip() for row in found]


def intent(operation: Operation) -> str:
    """The file of an intent."""
    stored = [(member, properties(member)) for member in operation.members]
    lines = header(f"Operations/{operation.file}.toml")
    lines += ["import JSON", "package import Rides", ""]
    lines += structure(operation, stored) + [""]
    lines += [f"extension {operation.struct} {{", "  /// Reads the members of a body."]
    lines += reader(operation, stored) + ["", "  /// Writes the members of a body, in the order of the digest."]
    lines += ["  func writeMembers(into writer: inout JSONWriter) {"]
    members = {member.name: member for member in operation.members}
    lines += [f"    {members[name].rules.write(members[name])}" for name in operation.canonical]
    lines += ["  }", "}", ""]
    return "\n".join(lines)


def structure(operation: Operation, stored: list[tuple[Member, list[Property]]]) -> list[str]:
    """The struct with its properties and the initializer that stores them."""
    lines = comment(operation.comment) + [f"package struct {operation.struct}: Hashable, Sendable {{"]
    everything = [each for _, found in stored for each in found]
    for member, found in stored:
        for place, each in enumerate(found):
            if place == 0:
                lines += comment([member.sentence], "  ")
            lines.append(f"  package var {each.name}: {each.type}")
    parameters = ", ".join(f"{each.name}: {each.type}" + (f" = {each.default}" if each.default else "")
                           for each in everything)
    lines += ["", f"  package init({parameters}) {{"]
    lines += [f"    self.{each.name} = {each.name}" for each in everything]
    return lines + ["  }", "}"]


def reader(operation: Operation, stored: list[tuple[Member, list[Property]]]) -> list[str]:
    """The initializer that reads a body, member by member in their order."""
    lines = ["  init(_ fields: JSONFields) throws(JSONFault) {"]
    for member in operation.members:
        if not member.rules.properties and (read := member.rules.read(member)):
            lines.append(f"    {read}")
    arguments = []
    position = next((place for place, (member, _) in enumerate(stored) if member.form == "position"), -1)
    for place, (member, found) in enumerate(stored):
        if not found or member.form == "derived":
            continue
        value = member.rules.read(member)
        if place < position:
            # An object that several properties come from is read once, in its place.
            lines.append(f"    let {member.identifier} = {value}")
            value = member.identifier
        if place == position:
            lines.append(f'    let {member.identifier} = try fields.object("{member.name}")')
        arguments.append(f"{member.identifier}: {value}")
        if place == position:
            arguments += [f"course: try {member.identifier}.flatMap(VehicleCoding.course)",
                          f"locatedAt: try {member.identifier}.flatMap(VehicleCoding.timestamp)"]
    lines += ["    self.init(", *(f"      {argument}," for argument in arguments[:-1]), f"      {arguments[-1]})"]
    if operation.one_of:
        names = {member.name: member.identifier for member in operation.members}
        missing = " || ".join(f"{names[name]} != nil" for name in operation.one_of["members"])
        lines += [f"    guard {missing} else {{", "      throw JSONFault(",
                  f'        .missing, path: fields.path(to: "{operation.one_of["members"][0]}"),',
                  f'        "expected {operation.one_of["expected"]}, got neither")', "    }"]
    return lines + ["  }"]


def schema(operation: Operation) -> list[str]:
    """The schema of the body."""
    lines = [f"  static let {operation.object} = ObjectSchema("]
    lines.append(f"    {quoted(operation.object)}, {quoted(operation.sentence)},")
    lines.append("    [")
    for member in operation.members:
        if member.rules.schema:
            presence = ".required" if member.required else ".optional"
            name, form, sentence = quoted(member.name), member.rules.schema(member), quoted(member.sentence)
            # swift format keeps these breaks; where it makes them, it leaves no room for the last comma.
            if len(line := f"      {presence}({name}, {form}, {sentence}),") <= 100:
                lines.append(line)
            elif len(line := f"        {name}, {form}, {sentence}),") <= 100:
                lines += [f"      {presence}(", line]
            else:
                lines += [f"      {presence}(", f"        {name}, {form},", f"        {sentence}),"]
    needs = ", ".join(quoted(name) for name in operation.one_of.get("members", []))
    lines.append(f"    ], needsOneOf: [{needs}])" if needs else "    ])")
    return lines
