import Fleet
import HTTP
import RideStore
import Rides

/// Takes the requests of the console from its server, and answers them on threads that may wait
/// for the database.
struct ConsoleService: Sendable {
  /// The threads, each with its own session of the store.
  static let threads = 4
  /// The requests that may wait for a thread.
  static let waiting = 64

  private let api: APIService
  private let site: SiteFiles
  private let access: ConsoleAccess
  private let queue = RequestQueue<HTTPExchange>(limit: Self.waiting)
  private let health: FleetHealth
  private let log: Log
  private let count: @Sendable (Int) -> Void

  /// `count` is given the status of each answer.
  init(
    _ console: ConsoleContext, site: SiteFiles, routes: [Route],
    count: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    api = APIService(console, routes: routes)
    (self.site, self.count) = (site, count)
    (access, health, log) = (console.access, console.health, console.log)
  }

  /// Answers a request, or has a thread answer it; called by the server, which must not wait.
  func serve(_ exchange: HTTPExchange) {
    let request = exchange.request
    if let refusal = access.origins.refusal(of: request) {
      // Who is signed in is in the store, for which a thread waits.
      if api.isForgery(request), queue.offer(exchange) { return }
      respond(APIService.response(to: APIError(.forbidden, refusal)), to: exchange)
    } else if request.path.hasPrefix("/api/") {
      serveAPI(exchange)
    } else if let file = site.response(to: request) {
      respond(file, to: exchange)
    } else {
      let error = APIError(.notFound, "the console has no such address")
      respond(APIService.response(to: error), to: exchange)
    }
  }

  /// The server's own answer of a status.
  func refusal(_ status: Int) -> HTTPResponse {
    let error =
      switch status {
      case 400: APIError(.badRequest, "expected an address without wrong escapes")
      case 413: APIError(.tooLarge, "the body is too long")
      default: APIError(.unavailable, "the console has too much to do")
      }
    var response = APIService.response(to: error)
    (response.status, response.headers) = (status, access.headers + response.headers)
    return response
  }

  private func serveAPI(_ exchange: HTTPExchange) {
    if api.isHopeless(exchange.request) {
      finish(exchange, with: api.reply(to: exchange.request, in: nil))
    } else if !queue.offer(exchange) {
      let error = APIError(.unavailable, "too many requests wait", retryAfterSeconds: 2)
      respond(APIService.response(to: error), to: exchange)
    }
  }

  /// Answers what waits until the stop; `open` makes the store session of the calling thread.
  func work(_ open: () throws(StoreError) -> any RideStore) {
    var session: (any RideStore)?
    while let exchange = queue.next() {
      session = session ?? opened(open)
      let request = exchange.request
      if let refusal = access.origins.refusal(of: request) {
        respond(api.refusal(refusal, of: request, in: session), to: exchange)
      } else {
        finish(exchange, with: api.reply(to: request, in: session))
      }
    }
  }

  /// Looks whether the store is back, if it was away: the probes say so before anyone asks.
  func lookForStore(_ open: () throws(StoreError) -> any RideStore) {
    if health.missesStore(for: .zero) { _ = opened(open) }
  }

  /// Ends the threads after the requests that they have; those that wait are refused.
  func stop() {
    let error = APIError(.unavailable, "the console stops", retryAfterSeconds: 2)
    for exchange in queue.stop(threads: Self.threads) {
      respond(APIService.response(to: error), to: exchange)
    }
  }

  /// A new session; nil while the store cannot be reached, or has another schema.
  private func opened(_ open: () throws(StoreError) -> any RideStore) -> (any RideStore)? {
    do throws(StoreError) {
      let store = try open()
      try store.checkSchema()
      health.recordStore(answers: true)
      return store
    } catch {
      health.recordStore(answers: false, because: error.code.rawValue)
      log.error(.storeUnavailable, [.error: .string("\(error)")])
      return nil
    }
  }

  private func finish(_ exchange: HTTPExchange, with reply: APIService.Reply) {
    switch reply {
    case .response(let response): respond(response, to: exchange)
    case .events(let headers, let begin):
      count(200)
      begin(exchange.stream(access.headers + headers))
    }
  }

  private func respond(_ response: HTTPResponse, to exchange: HTTPExchange) {
    var response = response
    response.headers = access.headers + response.headers
    count(response.status)
    exchange.respond(response)
  }
}
