/// The kind of an output and its type within the kind.
package struct OutputType: Hashable, Sendable {
  package let kind: ReplayOutput.Kind
  package let label: String

  package init(kind: ReplayOutput.Kind, label: String) {
    self.kind = kind
    self.label = label
  }
}

extension ReplayOutput {
  /// The kind and the label.
  package var type: OutputType { OutputType(kind: kind, label: label) }
}
