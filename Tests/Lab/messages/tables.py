"""The Swift of all operations together: the types of message, the intents, and what both have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .description import MessageKind, ObjectDescription, Operation
from .member import draw, properties, quoted, rows
from .swift import WIDTH, answer_writer, comment, header, intent_coding, schema, shared_members, shared_rows

SOURCE = "Operations"


def kinds(operations: list[Operation]) -> list[MessageKind]:
    """All types of message, in the order of their queues."""
    return sorted((kind for operation in operations for kind in operation.types), key=lambda kind: kind.place)


def pattern(cases: list[str]) -> str:
    """A case of a switch."""
    return "case " + ", ".join(f".{case}" for case in cases)


def grouped(found: list[MessageKind], value: Callable[[MessageKind], str]) -> list[str]:
    """The cases of a switch over the types, those of one value together."""
    groups: dict[str, list[str]] = {}
    for kind in found:
        groups.setdefault(value(kind), []).append(kind.case)
    return [f"    {pattern(cases)}: {each}" for each, cases in groups.items()]


def switched(name: str, result: str, sentences: list[str], cases: list[str], access: str = "package ") -> list[str]:
    """A property that switches over self."""
    return ["", *comment(sentences, "  "), f"  {access}var {name}: {result} {{", "    switch self {", *cases,
            "    }", "  }"]


def message_type(operations: list[Operation]) -> str:
    """The file of the types of message."""
    found = kinds(operations)
    lines = header(SOURCE)
    lines += comment(["The types of the messages that Livery accepts, each also a routing key, in the order of their "
                      "queues."])
    lines += ["package enum MessageType: String, Sendable, CaseIterable {"]
    lines += [f'  case {kind.case} = "{kind.name}"' for kind in found] + ["}", ""]
    lines += comment(["What a message requests, at any stage; `dispatch` is not for riders."])
    lines += ["package enum RideOperation: Sendable {",
              f"  case {', '.join(dict.fromkeys(kind.operation for kind in found))}", "}", "",
              "extension MessageType {"]
    parts = switched("operation", "RideOperation", ["The operation of which the type is a stage."],
                     grouped(found, lambda kind: f".{kind.operation}"))
    parts += switched("family", "QueueFamily", ["The queue family that carries messages of this type."],
                      grouped(found, lambda kind: f".{kind.family}"))
    parts += switched("onlyAsks", "Bool", ["Whether a message of this type is a query, which needs a reply address."],
                      grouped(found, lambda kind: str(kind.asks).lower()))
    parts += switched("needsMessageIdentifier", "Bool", [
        "Whether a message of this type must carry a `message_id`.", "",
        "`vehicle.update` has its own sequence. A confirmation names the ride that its intent will create, and the name is "
        "derived from the id."], grouped(found, lambda kind: str(kind.identified).lower()))
    return "\n".join(lines + parts[1:] + ["}", ""])


def senders(operations: list[Operation]) -> str:
    """The file of the rights to send."""
    cases = grouped(kinds(operations), lambda kind: " || ".join(f"role == .{role}" for role in kind.roles))
    return "\n".join([
        *header(SOURCE), *comment(["Which roles may send which types of message."]), "enum SenderRights {",
        *comment(["Whether the role may send messages of the type; dead letters are redriven besides."], "  "),
        "  static func permit(_ role: Role, _ type: MessageType) -> Bool {", "    switch type {", *cases, "    }", "  }",
        "}", ""])


def intents(operations: list[Operation]) -> str:
    """The file of the intents and their coding."""
    lines = header(SOURCE) + ["import JSON", "package import Rides", ""]
    lines += comment(["What a message asks, decoded.", "",
                      "The stages `confirm` and `handle` of an operation carry the same intent; the message's type tells "
                      "them apart."])
    lines += ["package enum Intent: Hashable, Sendable {"]
    for each in operations:
        lines += comment([each.sentence], "  ") + [f"  case {each.case}({each.struct})"]
    lines += ["}", ""] + accessors(operations) + [""] + coding(operations)
    lines += [line for each in operations if each.domain for line in ["", *intent_coding(each)[:-1]]]
    return "\n".join(lines + [""])


def accessors(operations: list[Operation]) -> list[str]:
    """What the intents name."""
    parts = named(operations, "rider", "RiderIdentifier", "The rider for whom a message is sent.")
    parts += named(operations, "ride", "RideIdentifier",
                   "The ride that the sender names; nil for an intent about no ride or about a new one.")
    parts += named(operations, "vehicle", "VehicleIdentifier", "The vehicle that the sender names.")
    parts += quote(operations)
    cases = []
    for each in operations:
        if each.scope:
            member = each.property_of(each.scope)
            # The description was refused else.
            assert member
            cases.append(f"    case .{each.case}(let intent): intent.{member.identifier}.rawValue")
    parts += switched("scope", "String?", ["Within which an id is unique; nil for what is not remembered by its id."],
                      cases + rest(operations, lambda each: bool(each.scope)))
    return ["extension Intent {", *parts[1:], "}"]


def named(operations: list[Operation], form: str, type_name: str, sentence: str) -> list[str]:
    """The property for the member of a form."""
    cases = [f"    case .{each.case}(let intent): intent.{found.identifier}"
             for each in operations if (found := each.property_of(form))]
    return switched(f"{form}Identifier", f"{type_name}?", [sentence],
                    cases + rest(operations, lambda each: each.property_of(form) is not None))


def quote(operations: list[Operation]) -> list[str]:
    """The property for the quote."""
    def names_quote(each: Operation) -> bool:
        return any(member.name == "quoteIdentifier" for member in each.members)
    cases = [f"    case .{each.case}(let intent): intent.quoteIdentifier" for each in operations if names_quote(each)]
    return switched("quoteIdentifier", "String?", ["The quote that the sender names."],
                    cases + rest(operations, names_quote))


def rest(operations: list[Operation], is_named: Callable[[Operation], bool]) -> list[str]:
    """The case of all others."""
    others = [each.case for each in operations if not is_named(each)]
    return [f"    {pattern(others)}: nil"] if others else []


def coding(operations: list[Operation]) -> list[str]:
    """The reader and the writer of any intent."""
    lines = ["extension Intent {", *comment(["Reads the members of the body of a message of that type."], "  "),
             "  init(_ type: MessageType, _ fields: JSONFields) throws(JSONFault) {", "    self = switch type {"]
    for each in operations:
        cases = [kind.case for kind in each.types]
        lines.append(f"    {pattern(cases)}: .{each.case}(try {each.struct}(fields))")
    lines += ["    }", "  }", "", *comment(["Writes the members of the body."], "  "),
              "  func writeMembers(into writer: inout JSONWriter) {", "    switch self {"]
    lines += [f"    case .{each.case}(let intent): intent.writeMembers(into: &writer)" for each in operations]
    return lines + ["    }", "  }", "}"]


def family_intents(operations: list[Operation]) -> str:
    """The file of the intents of each queue: a handler that lacks one of its queue does not compile."""
    lines = header(SOURCE) + ["package import Rides", ""]
    for queue, struct in (("listOptions", "ListQueueIntent"), ("requestRide", "RequestQueueIntent"),
                          ("statusQuery", "StatusQueueIntent"), ("dispatch", "DispatchQueueIntent")):
        carried = [each for each in operations if queue in each.families]
        lines += comment([f"The intents of the queue family `{queue}`."])
        lines += [f"package enum {struct}: Sendable {{"]
        lines += [f"  case {each.case}({each.struct})" for each in carried]
        lines += ["", *comment(["Nil for an intent that the queue does not carry."], "  "),
                  "  package init?(_ intent: Intent) {", "    switch intent {"]
        lines += [f"    case .{each.case}(let intent): self = .{each.case}(intent)" for each in carried]
        others = [each.case for each in operations if each not in carried]
        lines += [f"    {pattern(others)}: return nil", "    }", "  }", "}", ""]
    return "\n".join(lines)


def schemas(operations: list[Operation]) -> str:
    """The file of the schemas of all requests."""
    owner = {kind.case: operation for operation in operations for kind in operation.types}
    found = kinds(operations)
    places = {case: "DispatchSchemas" if is_dispatched(each) else "RequestSchemas" for case, each in owner.items()}
    parts = switched("requestSchema", "ObjectSchema", ["The body of a request."],
                     grouped(found, lambda kind: f"{places[kind.case]}.{owner[kind.case].object}"))
    parts += switched("successSchema", "ObjectSchema", ["The body of the answer to a request that succeeds."],
                      grouped(found, lambda kind: f".{kind.answer}"))
    lines = header(SOURCE) + ["import Rides", "", "extension MessageType {", *parts[1:], "}", "",
                              *comment(["The bodies of requests."]), "enum RequestSchemas {"]
    return bodies(lines, [each for each in operations if not is_dispatched(each)])


def dispatch_schemas(operations: list[Operation]) -> str:
    """The file of the schemas of what the queue of dispatch carries."""
    lines = header(SOURCE) + ["import Rides", "", *comment(["The bodies of what vehicles, payment systems and the "
                                                            "operator's staff send."]), "enum DispatchSchemas {"]
    return bodies(lines, [each for each in operations if is_dispatched(each)])


def is_dispatched(operation: Operation) -> bool:
    """Whether the queue of dispatch carries the operation."""
    return all(kind.family == "dispatch" for kind in operation.types)


def bodies(lines: list[str], operations: list[Operation]) -> str:
    """A file that ends with the schemas of some operations."""
    shared = shared_rows(each.members for each in operations)
    lines += shared_members(shared)
    for each in operations:
        lines += schema(each.object, each.object, each.sentence, each.members, each.one_of.get("members"),
                        shared=shared) + [""]
    return "\n".join(lines[:-1] + ["}", ""])


def parts_of(file: str, objects: list[ObjectDescription]) -> set[str]:
    """The objects that one consists of."""
    found = {file}
    for member in next(each for each in objects if each.file == file).members:
        if any(member.form == each.file for each in objects):
            found |= parts_of(member.form, objects)
    return found


def object_schemas(objects: list[ObjectDescription], sentence: str, folder: str = "Objects") -> str:
    """A file of the schemas of objects."""
    lines = header(folder) + ["import Rides", "", *comment([sentence]), "extension ObjectSchema {"]
    common = shared_rows(each.members for each in objects)
    lines += shared_members(common)
    for each in objects:
        shared = [member for member in each.members if not member.listed]
        access = "" if each.struct else each.access
        lines += schema(each.name, each.object, each.sentence, shared, access=access, shared=common) + [""]
        if each.listed:
            lines += schema(each.listed["name"], each.listed["name"], each.listed["sentence"],
                            [member for member in each.members if member.listed], before=f"{each.name}.members + ",
                            shared=common) + [""]
        if other := each.variant:
            lines += [f"  static let {other['name']} = ObjectSchema(",
                      f"    {quoted(other['object'])}, {quoted(other['sentence'])},",
                      f"    {each.name}.members.map {{", f"      $0.name == {quoted(other['member'])}",
                      f"        ? .required({quoted(other['member'])}, .only({quoted(other['only'])}), "
                      f"{quoted(other['says'])}) : $0", "    })", ""]
    return "\n".join(lines[:-1] + ["}", ""])


def answer_writers(answers: list[ObjectDescription]) -> str:
    """The file that writes the answers."""
    lines = header("Answers") + ["package import JSON", "package import Rides", "", "extension ResponseCoding {"]
    for each in answers:
        lines += answer_writer(each) if each.writes else []
    return "\n".join(lines[:-1] + ["}", ""])


def random_objects(objects: list[ObjectDescription], booking: Operation) -> str:
    """The file that draws all objects, and a booking, for the tests, so that no member is forgotten."""
    lines = header("Objects") + ["import Messages", "import Rides", ""]
    lines += comment(["Objects with every optional member now there and now not."]) + ["enum RandomObjects {"]
    drawn = [(each.name, each.struct, each.members) for each in objects
             if not each.by_hand and each.writes and each.reads]
    carried = [member for member in booking.members if member.rules.properties]
    for name, struct, members in [*drawn, (booking.case, booking.struct, carried)]:
        lines += [f"  static func {name}(_ random: inout RandomRides) -> {struct} {{"]
        arguments = []
        for member in members:
            if member.form == "internal":
                continue
            arguments.append(f"{member.identifier}: {draw(member)}")
            if len(properties(member)) > 1:
                lines.append(f"    let {member.identifier} = {draw(member)}")
                arguments[-1:] = [f"{member.identifier}: {member.identifier}",
                                  f"course: {member.identifier} == nil ? nil : random.maybe {{ $0.course() }}",
                                  f"locatedAt: {member.identifier} == nil ? nil : random.maybe {{ $0.moment() }}",
                                  f"accuracyMetres: {member.identifier} == nil ? nil : random.maybe {{ $0.metres() }}"]
        lines += [f"    return {struct}(" if lines[-1].startswith("    let") else f"    {struct}("]
        lines += [*(f"      {argument}," for argument in arguments[:-1]), f"      {arguments[-1]})", "  }", ""]
    return "\n".join(lines[:-1] + ["}", ""])


def kept(bodies: Sequence[Operation | ObjectDescription]) -> str:
    """The file of the members that a masked recording keeps: a name is kept where all members of that name are."""
    found: dict[str, dict[str, bool]] = {"texts": {}, "numbers": {}}
    for member in [member for body in bodies for member in body.members]:
        for name, form, _, _ in rows(member):
            if any(part in form for part in (".object(", ".either(", ".anything", ".boolean", ".map(")):
                continue
            kind = "numbers" if form.startswith((".integer", ".count", ".number")) else "texts"
            is_kept = member.kept or member.rules.keeps == kind
            found[kind][name] = found[kind].get(name, True) and is_kept
    sentence = ("The members that the descriptions of the messages keep in a masked recording, by name: they name no "
                "person and no place.")
    lines = [*header("Messages"), *comment([sentence]), "enum KeptNames {"]
    for kind, names in found.items():
        lines += [f"  static let {kind}: Set<String> = ["]
        row = "   "
        for name in sorted(name for name, is_kept in names.items() if is_kept):
            if len(row) + len(name) + 4 > WIDTH + 4:
                lines, row = [*lines, row], "   "
            row += f' "{name}",'
        lines += [row, "  ]", ""]
    return "\n".join(lines[:-1] + ["}", ""])


def hiding(status: ObjectDescription, objects: list[ObjectDescription]) -> list[str]:
    """The function that removes from a status what is hidden after its ride."""
    found = []
    for member in status.members:
        part = next((each for each in objects if each.file == member.form), None)
        found += [f"    {member.identifier} = nil"] if member.hidden else []
        found += [f"    {member.identifier}?.{inner.identifier} = nil"
                  for inner in (part.members if part else []) if inner.hidden]
    return [*comment(["Removes what is hidden once the ride has ended."], "  "),
            "  mutating func hidePersonalMembers() {", *found, "  }"]
