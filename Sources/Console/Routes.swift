/// All requests that the API answers.
enum Routes {
  static let all: [Route] =
    AccessRoutes.all + ViewRoutes.all + OrderRoutes.all + LiveRoutes.all + LetterRoutes.all
    + RedriveRoutes.all + CatalogueRoutes.all
}
