import Rides
import Testing

@Suite("Quotes of earlier builds") struct QuoteClaimsTextTests {
  @Test("The text of an earlier build means the same claims")
  func earlierText() throws {
    let text =
      "city;suv;41880000,-87630000;41960000,-87650000;USD;1-1:3775,2-3:4175,4-:4575;"
      + "1795237740000000;f500:Base charge,f2100:Distance,f875:Time,f300:SUV surcharge;"
      + "Extra people;"
    #expect(QuoteClaims(text: Array(text.utf8)[...]) == (try QuoteClaimsTests.claims("suv")))
  }

  @Test("A text of an earlier build has accounts, discounts and texts of any letters")
  func earlierTextOfFare() throws {
    let trip = Trip(pickup: Fixture.downtown, dropOff: Fixture.airport)
    let claims = try QuoteClaimsTests.explained(for: trip)
    #expect(QuoteClaims(encoded: claims.encoded[...]) == claims)
    let ends = [claims.pickup, try #require(claims.dropOff)].map {
      "\($0.latitude),\($0.longitude)"
    }
    let text =
      "city;suv;\(ends.joined(separator: ";"));USD;1-1:6885,2-3:7245,4-:7605;1795237740000000"
      + ";f500:Base charge,f2100:Distance,f875:Time,f300:SUV surcharge,s3475:Überall,"
      + "p400:Toll%3B 50%25 of%2C a%3A %7Cb%7C%0A;Extra people;"
      + "-765:Spring:Bank|-805:Spring:Bank|-845:Spring:Bank"
    #expect(QuoteClaims(text: Array(text.utf8)[...]) == claims)
  }

  @Test("A quote of the form without lines books still, explained by one line when prices change")
  func earlierForm() throws {
    let earlier =
      "city;suv;41880000,-87630000;41960000,-87650000;USD;1-1:3775,2-3:4175,4-:4575;"
      + "1795237740000000"
    let read = try #require(QuoteClaims(text: Array(earlier.utf8)[...]))
    let option = try QuoteClaimsTests.book(
      read, OptionSelection(name: nil, partySize: 3), quoter: QuoteClaimsTests.dearerQuoter())
    #expect(option.fareLineItems.map(\.price.minorUnits) == [4175])
  }

  @Test(
    "A text that no earlier build has written is not read",
    arguments: [
      "", ";;;;;;", "city;suv;1,2;3,4;USD;m", "city;suv;1,2;3,4;USD;m;1;", "city;suv;1;3,4;USD;m;1",
      "city;suv;1,2;3;USD;m;1", "city;suv;1,2;3,4;XAU;m;1", "city;suv;1,2;3,4;USD;x;1",
      "city;suv;1,2;3,4;USD;;1", "city;suv;1,2;3,4;USD;2-1:5;1", "city;suv;1,2;3,4;USD;0-1:5;1",
      "city;suv;+1,2;3,4;USD;m;1", "c%;suv;1,2;3,4;USD;m;1", "c%2;suv;1,2;3,4;USD;m;1",
      "c%ff;suv;1,2;3,4;USD;m;1", "c%FF;suv;1,2;3,4;USD;m;1",
      "city;suv;1,2;3,4;USD;m;99999999999999999999", "city;suv;1,2;3,4;USD;5;1;;;",
      "city;suv;1,2;3,4;USD;5;1;f5:a;", "city;suv;1,2;3,4;USD;5;1;x5:a;;",
      "city;suv;1,2;3,4;USD;5;1;f5;;",
    ])
  func foreignText(text: String) {
    #expect(QuoteClaims(text: Array(text.utf8)[...]) == nil)
  }
}
