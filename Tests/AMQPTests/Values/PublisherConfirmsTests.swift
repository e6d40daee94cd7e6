import AMQP
import Testing

@Suite("Publisher confirms")
struct PublisherConfirmsTests {
  struct Step: Sendable {
    var tag: UInt64
    var multiple = false
    var settles: [Int]
  }

  /// Eight messages with the indices 10 to 17 have the tags 1 to 8.
  @Test(
    "Answers settle each message once, in any order",
    arguments: [
      [Step(tag: 1, settles: [10]), Step(tag: 2, settles: [11])],
      [Step(tag: 8, settles: [17]), Step(tag: 1, settles: [10])],
      [Step(tag: 3, multiple: true, settles: [10, 11, 12]), Step(tag: 2, settles: [])],
      [Step(tag: 2, settles: [11]), Step(tag: 4, multiple: true, settles: [10, 12, 13])],
      [
        Step(tag: 5, settles: [14]), Step(tag: 5, settles: []),
        Step(tag: 5, multiple: true, settles: [10, 11, 12, 13]),
      ],
      [Step(tag: 0, multiple: true, settles: Array(10...17)), Step(tag: 8, settles: [])],
      [
        Step(tag: 0, settles: []), Step(tag: 9, settles: []),
        Step(tag: 9, multiple: true, settles: []),
      ],
    ])
  func settles(steps: [Step]) {
    var confirms = PublisherConfirms(capacity: 4)
    for index in 10...17 { _ = confirms.published(index) }
    for step in steps {
      #expect(confirms.settle(step.tag, multiple: step.multiple) == step.settles)
    }
    #expect(confirms.outstanding == 8 - steps.flatMap(\.settles).count)
  }

  @Test("Tags count from 1, and an unanswered one delays none of the others")
  func tags() {
    var confirms = PublisherConfirms(capacity: 2)
    #expect(confirms.published(0) == 1)
    for index in 1...5000 {
      #expect(confirms.published(index) == UInt64(index + 1))
      #expect(confirms.confirmed(UInt64(index + 1), multiple: false) == 1)
    }
    #expect(confirms.outstanding == 1)
    #expect(confirms.oldestTag == 1)
    #expect(confirms.index(of: 1) == 0)
    #expect(confirms.refused(1, multiple: false) == [0])
    #expect(confirms.oldestTag == 5002)
  }

  @Test("Against a plain set of tags, random answers settle the same")
  func model() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var confirms = PublisherConfirms(capacity: 8)
      var model: [UInt64: Int] = [:]
      for index in 0..<200 {
        if Bool.random(using: &generator) { model[confirms.published(index)] = index }
        let tag = UInt64.random(in: 0...(confirms.nextTag + 1), using: &generator)
        let multiple = Int.random(in: 0..<8, using: &generator) == 0 && tag > 0
        let expected = model.keys.filter { multiple ? $0 <= tag : $0 == tag }.sorted()
        let known = tag < confirms.nextTag ? expected : []
        #expect(confirms.settle(tag, multiple: multiple) == known.compactMap { model[$0] })
        for tag in known { model[tag] = nil }
        #expect(confirms.outstanding == model.count)
      }
    }
  }
}
