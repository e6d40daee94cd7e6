import Rides
import Testing

@Suite("Locales as producers name them") struct LocaleTagTests {
  @Test(
    "A locale is matched by its language, script and region",
    arguments: [
      ("en_US", "en_US"), ("EN-us", "en_US"), ("en", "en"), ("gsw", "gsw"), ("es-419", "es_419"),
      ("zh-Hant-TW", "zh_Hant_TW"), ("zh-Hant_TW", "zh_Hant_TW"), ("zh_hans", "zh_Hans"),
      ("en_US@rg=gbzzzz", "en_US"), ("en_US@calendar=buddhist;currency=USD", "en_US"),
      ("de_DE@timezone=America/New_York", "de_DE"), ("en_US_POSIX", "en_US"), ("en__POSIX", "en"),
      ("en-US-posix", "en_US"), ("ca-ES-valencia", "ca_ES"), ("de-1996", "de"),
      ("sl-rozaj-biske-1994", "sl"), ("en-US-u-ca-gregory", "en_US"),
      ("de-DE-u-co-phonebk-t-en-x-1", "de_DE"), ("en-x-twain", "en"), ("zh-yue-HK", "zh_HK"),
      ("de_CH.UTF-8", "de_CH"), ("de_AT.ISO-8859-15@euro", "de_AT"), ("iw_IL", "he_IL"),
      ("no_NO", "nb_NO"), ("und", "und"), ("root", "und"), ("x-klingon", "und"),
      ("i-klingon", "und"), ("en_USA", "en"), ("en-GB-oed", "en_GB"), ("sgn-BE-FR", "sgn_BE"),
    ])
  func taken(_ text: String, _ identifier: String) {
    #expect(LocaleTag(text)?.identifier == identifier)
    #expect(LocaleTag(identifier)?.identifier == identifier, "it has one form")
  }

  @Test(
    "Nonsense is refused",
    arguments: [
      "", "e", "english", "en US", "en_", "_US", "en_US_", "en__", "en-US-u", "en-u", "12", "x",
      "en_US@", "en_US.", "en_Latn_Latn", "en-US-toolongvariant", "en\u{0}", "en_US!",
      "en_US@rg=gb zzzz", "ên_US", "en-US--u-ca", "C", ".UTF-8",
    ])
  func refused(_ text: String) { #expect(LocaleTag(text) == nil) }

  @Test(
    "L4: The nearest of the catalogue is chosen: by language, then script, then region",
    arguments: [
      ("zh-Hant-TW", ["en_US", "zh_CN", "zh_TW"], "zh_TW"),
      ("zh_HK", ["en_US", "zh_Hans", "zh_Hant"], "zh_Hant"),
      ("zh_SG", ["en_US", "zh_Hant", "zh_Hans"], "zh_Hans"),
      ("zh", ["en_US", "zh_TW", "zh_CN"], "zh_CN"), ("zh-Hans-HK", ["zh_HK", "zh_CN"], "zh_CN"),
      ("zh_TW", ["en_US", "zh_CN"], "zh_CN"), ("en_GB", ["en_US", "en_AU", "en"], "en"),
      ("en_GB", ["de_DE", "en_US", "en_AU"], "en_US"), ("en-Latn-AU", ["en_US", "en_AU"], "en_AU"),
      ("sr-Latn-RS", ["sr_RS", "sr_Latn"], "sr_Latn"), ("no_NO", ["en_US", "nb_NO"], "nb_NO"),
      ("nb", ["en_US", "no_NO"], "no_NO"), ("en_US@rg=gbzzzz", ["en_GB", "en_US"], "en_US"),
      ("fr_FR", ["en_US", "es_US"], "en_US"), ("und", ["en_US", "es_US"], "en_US"),
      ("es-MX", ["en-us", "es-US"], "es-US"),
    ])
  func L4_nearest(_ requested: String, _ offered: [String], _ chosen: String) throws {
    var catalogue = Catalogue(locales: offered, defaultLocale: offered[0], serviceAreas: [])
    catalogue.locales = offered
    #expect(Quoter(catalogue: catalogue).locale(for: requested) == chosen)
  }
}
