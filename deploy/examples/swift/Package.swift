// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "client",
  // Elsewhere by URL: .package(url: "https://…/livery", from: "…").
  dependencies: [.package(name: "Livery", path: "../../..")],
  targets: [
    .executableTarget(
      name: "client", dependencies: [.product(name: "LiveryClient", package: "Livery")])
  ]
)
