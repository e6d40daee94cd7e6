"""The Swift of one description: the struct of an intent, readers, writers and schemas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .description import ObjectDescription, Operation
from .member import Member, Property, Row, properties, quoted, rows

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
    """The file of an intent whose struct is not one of the domain."""
    types = {each.type for member in operation.members for each in properties(member)}
    domain = [] if types <= {"String", "Int", "Bool"} else ["package import Rides"]
    lines = [*header(f"Operations/{operation.file}.toml"), "import JSON", *domain, ""]
    return "\n".join([*lines, *intent_structure(operation), "", *intent_coding(operation)])


def intent_coding(operation: Operation) -> list[str]:
    """What reads and writes an intent."""
    stored = [(member, properties(member)) for member in operation.members]
    lines = [f"extension {operation.struct} {{", *reader(operation, stored), ""]
    lines += ["  func writeMembers(into writer: inout JSONWriter) {"]
    members = {member.name: member for member in operation.members}
    lines += [f"    {members[name].rules.write(members[name])}" for name in operation.canonical]
    return [*lines, "  }", "}", ""]


def intent_structure(operation: Operation) -> list[str]:
    """The struct of an intent, which can be taken apart."""
    everything = [each for member in operation.members for each in properties(member)]
    return [*structure(operation.comment, operation.struct, operation.members), *tuple_of(everything), "}"]


def domain_intent(operation: Operation) -> str:
    """The file with the struct of an intent that belongs to the domain."""
    return "\n".join([*header(f"Messages/Operations/{operation.file}.toml"), *intent_structure(operation), ""])


def domain_objects(objects: list[ObjectDescription], hiding: list[str]) -> str:
    """The file with the structs of objects that belong to the domain, and what is hidden of the first."""
    lines = header("Messages/Objects")
    for each in objects:
        lines += [*structure([each.domain], each.struct, each.members), "}", ""]
    return "\n".join([*lines, f"extension {objects[0].struct} {{", *whole(objects[0].members), "", *hiding, "}", ""])


def whole(members: list[Member]) -> list[str]:
    """The initializer of all members of a message: who uses it names each of them."""
    everything = [each for member in members if member.form != "internal" for each in properties(member)]
    types = ", ".join(f"{each.name}: {each.type}" for each in everything)
    arguments = ", ".join(f"{each.name}: all.{each.name}" for each in everything)
    return [*comment(["Of all members, so that who makes one names each: another member does not compile."], "  "),
            f"  package init(all: ({types})) {{", f"    self.init({arguments})", "  }"]


def structure(sentences: list[str], struct: str, members: list[Member]) -> list[str]:
    """The struct with its properties and the initializer that stores them, but for its last brace."""
    lines = comment(sentences) + [f"package struct {struct}: Hashable, Sendable {{"]
    everything = [each for member in members for each in properties(member)]
    for member in members:
        for place, each in enumerate(properties(member)):
            if place == 0:
                lines += comment([member.sentence], "  ")
            lines.append(f"  package var {each.name}: {each.type}")
    parameters = ", ".join(f"{each.name}: {each.type}" + (f" = {each.default}" if each.default else "")
                           for each in everything)
    lines += ["", f"  package init({parameters}) {{"]
    lines += [f"    self.{each.name} = {each.name}" for each in everything]
    return lines + ["  }"]


def tuple_of(everything: list[Property]) -> list[str]:
    """The property with all that an intent says; of one property there is no tuple."""
    if len(everything) < 2:
        return []
    types = ", ".join(each.type for each in everything)
    return ["", *comment(["All that the message says: who takes it apart fails to compile when there is more."], "  "),
            f"  package var members: ({types}) {{", f"    ({', '.join(each.name for each in everything)})", "  }"]


def reader(operation: Operation, stored: list[tuple[Member, list[Property]]]) -> list[str]:
    """The initializer that reads a body, member by member in their order."""
    lines = ["  init(_ fields: JSONFields) throws(JSONFault) {"]
    for member in operation.members:
        if not member.rules.properties and (read := member.rules.read(member)):
            lines.append(f"    {read}")
    lines += construction("self.init", stored)
    if operation.one_of:
        names = {member.name: member.identifier for member in operation.members}
        missing = " || ".join(f"{names[name]} != nil" for name in operation.one_of["members"])
        lines += [f"    guard {missing} else {{", "      throw JSONFault(",
                  f'        .missing, path: fields.path(to: "{operation.one_of["members"][0]}"),',
                  f'        "expected {operation.one_of["expected"]}, got neither")', "    }"]
    return lines + ["  }"]


def construction(function: str, stored: list[tuple[Member, list[Property]]]) -> list[str]:
    """The call that makes a value of what is read."""
    lines = []
    arguments = []
    position = next((place for place, (_, found) in enumerate(stored) if len(found) > 1), -1)
    for place, (member, found) in enumerate(stored):
        if not found or member.form in ("derived", "internal"):
            continue
        value = member.rules.read(member)
        if place < position:
            # An object that several properties come from is read once, in its place.
            lines.append(f"    let {member.identifier} = {value}")
            value = member.identifier
        if place == position:
            reading = "requiredObject" if member.has_value else "object"
            lines.append(f'    let {member.identifier} = try fields.{reading}("{member.name}")')
        arguments.append(f"{member.identifier}: {value}")
        if place == position:
            call = "PositionCoding.{}(of: NAME)" if member.has_value else "NAME.flatMap(PositionCoding.{})"
            parts = {"course": "course", "locatedAt": "timestamp", "accuracyMetres": "accuracy"}
            arguments += [f"{name}: try {call.format(part).replace('NAME', member.identifier)}"
                          for name, part in parts.items()]
    start = f"    return {function}(" if lines and function != "self.init" else f"    {function}("
    return lines + [start, *(f"      {argument}," for argument in arguments[:-1]), f"      {arguments[-1]})"]


def object_codings(objects: list[ObjectDescription]) -> str:
    """A file that reads and writes objects."""
    access = max(each.access for each in objects)
    lines = header("Objects") + [f"{access}import JSON", f"{access}import Rides"]
    return "\n".join([*lines, *(line for each in objects for line in object_coding(each)), ""])


def object_coding(described: ObjectDescription) -> list[str]:
    """What reads and writes an object."""
    access = described.access
    lines = ["", *comment([described.comment]), f"{access}enum {described.coding} {{"]
    if described.writes:
        parameter = f", {described.parameter}" if described.parameter else ""
        lines += ["  /// Writes one object."] if access else []
        lines += [f"  {access}static func write(_ value: {described.struct}{parameter}, "
                  "into writer: inout JSONWriter) {"]
        lines += ["    writer.beginObject()"] if described.braces else []
        lines += [f"    {line}" for line in written([each for each in described.members if each.form != "internal"])]
        lines += ["    writer.endObject()"] if described.braces else []
        lines += ["  }"]
    if not described.reads:
        return [*lines, "}"]
    lines += [""] if described.writes else []
    lines += ["  /// Reads one object."] if access else []
    lines += [f"  {access}static func read(_ fields: JSONFields) throws(JSONFault) -> {described.struct} {{"]
    stored = [(member, properties(member)) for member in described.members]
    return [*lines, *construction(described.struct, stored), "  }", "}"]


def answer_writer(answer: ObjectDescription) -> list[str]:
    """The function that writes an answer of its members."""
    members = {member.name: member for member in answer.members}
    ordered = [members[name] for name in answer.canonical]
    parameters = [f"{'_ ' if each.name == 'code' else ''}{each.identifier}: {each.rules.type(each)}"
                  + ("?" if each.encoded else "" if each.required else " = []" if each.many else "? = nil")
                  for each in ordered]
    return [*comment([answer.comment], "  "), f"  package static func {answer.coding}(",
            f"    {', '.join(parameters)}, into writer: inout JSONWriter", "  ) {", "    writer.beginObject()",
            *(f"    {line}" for line in written(ordered)), "    writer.endObject()", "  }", ""]


def written(members: list[Member]) -> list[str]:
    """The statements that write the members; neighbors that vary and may be absent are one gap of a template."""
    lines: list[str] = []
    gap: list[str] = []
    for member in members:
        if member.varies and not (member.has_value or member.many):
            gap.append(member.rules.write(member).replace("writer.", "$0.", 1))
            continue
        lines, gap = lines + varying(gap), []
        write = member.rules.write(member)
        if member.given:
            write = f'writer.member("{member.name}", {member.name})'
        elif member.when:
            write = f"if {member.when} {{ {write} }}"
        elif member.varies and member.many:
            function = write.rsplit("by: ", 1)[1].rstrip(")")
            lines += [f"if !{member.value}.isEmpty {{", f'  writer.key("{member.name}")']
            write = f"  writer.varying {{ $0.array({member.value}, {function}) }}\n    }}"
        elif member.varies:
            lines.append(f'writer.key("{member.name}")')
            write = f"writer.varying {{ $0.instant({member.value}) }}"
        lines.append(write)
    return lines + varying(gap)


def varying(gap: list[str]) -> list[str]:
    """The members of one gap."""
    return ["writer.varyingMembers {", *(f"  {line}" for line in gap), "}"] if gap else []


def shared_rows(bodies: Iterable[list[Member]]) -> list[Row]:
    """The members that three bodies have alike and that need more than a line; one of each name."""
    found = Counter(row for members in bodies for member in members for row in rows(member))
    long = [row for row, count in found.items() if count > 2 and sum(map(len, row[:3])) > 62]
    return list({row[0]: row for row in sorted(long, key=lambda row: found[row])}.values())


def shared_members(shared: list[Row]) -> list[str]:
    """The constants for them."""
    lines = []
    for text, form, summary, required in shared:
        presence = "required" if required else "optional"
        lines += [f"  private static let {text} = ObjectSchema.Member.{presence}(",
                  f"    {quoted(text)}, {form}, {quoted(summary)})"]
    return [*lines, ""] if lines else []


def schema(name: str, title: str, sentence: str, members: list[Member], needs: list[str] | None = None,
           before: str = "", access: str = "", shared: Sequence[Row] = ()) -> list[str]:
    """The schema of a body or an object, after those of another one."""
    lines = [f"  {access}static let {name} = ObjectSchema(", f"    {quoted(title)}, {quoted(sentence)},"]
    lines.append(f"    {before}[")
    for text, form, summary, required in [row for member in members for row in rows(member)]:
        if (text, form, summary, required) in shared:
            lines.append(f"      {text},")
            continue
        presence = ".required" if required else ".optional"
        # swift format keeps these breaks; where it makes them, it leaves no room for the last comma.
        if len(line := f"      {presence}({quoted(text)}, {form}, {quoted(summary)}),") <= 100:
            lines.append(line)
        elif len(line := f"        {quoted(text)}, {form}, {quoted(summary)}),") <= 100:
            lines += [f"      {presence}(", line]
        else:
            lines += [f"      {presence}(", f"        {quoted(text)}, {form},", f"        {quoted(summary)}),"]
    required_one = ", ".join(quoted(need) for need in needs or [])
    lines.append(f"    ], needsOneOf: [{required_one}])" if needs else "    ])")
    return lines
