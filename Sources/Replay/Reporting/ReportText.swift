/// Sentences that several reports share.
extension ComparisonReport {
  /// Whether the replay is as expected, in one sentence.
  var headline: String {
    if isEqual { return "The replay equals what was expected." }
    let exceeded = noise.contains(where: \.isExceeded)
    guard differingCount > 0 || !exceeded else {
      return "The replay differs: there is more noise than between two replays of one build."
    }
    return "The replay differs in \(NumberText.grouped(differingCount)) of"
      + " \(NumberText.grouped(total.total)) outputs."
  }

  /// The kinds that there are, with their counts.
  var countsByKind: [(kind: ReplayOutput.Kind, counts: VerdictCounts)] {
    ReplayOutput.Kind.allCases.map { ($0, total(of: $0)) }.filter { $0.1.total > 0 }
  }

  /// What the report leaves out; nil when it shows everything.
  var omission: String? {
    let hidden = differingCount - samples.count
    guard hidden > 0 else { return nil }
    return "Not shown: \(NumberText.count(hidden, "differing output"))."
  }

  /// The groups that are not listed; nil when all are.
  func furtherGroups(than shown: Int) -> String? {
    var parts: [String] = []
    if groups.count > shown {
      parts.append(NumberText.count(groups.count - shown, "group"))
    }
    if ungrouped > 0 {
      parts.append(NumberText.count(ungrouped, "difference") + " of groups beyond the limit")
    }
    return parts.isEmpty ? nil : "Not listed: " + parts.joined(separator: ", ") + "."
  }
}

extension VerdictCounts {
  /// The counts that are not zero: `1,200 equal, 4 different`.
  var words: String {
    Verdict.allCases.filter { self[$0] > 0 }
      .map { "\(NumberText.grouped(self[$0])) \($0.words)" }.joined(separator: ", ")
  }
}

extension Verdict {
  /// The verdict in words.
  var words: String { self == .equalByRule ? "equal by rule" : rawValue }
}

extension NoiseFinding {
  /// The finding in words.
  var words: String {
    let place = shape.path.isEmpty ? "whole outputs" : shape.path
    return
      "\(NumberText.grouped(differences)) x \(place) in \(NumberText.percent(share)) of outputs,"
      + " known from \(NumberText.percent(knownShare))"
      + " (\(shape.class.rawValue), \(shape.type.kind.words) \(shape.type.label))"
  }
}

extension DifferingOutput {
  /// The output in words, such as `response 17, request-ride.handle.response: different`.
  var words: String {
    let cause = cause.map { "caused by message \($0)" } ?? "caused by a timer"
    return "\(type.kind.words) \(key), \(type.label): \(verdict.words), \(cause)"
  }
}
