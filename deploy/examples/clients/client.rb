# A ride from the list of options to its end, and another one that is canceled, with bunny (Debian: ruby-bunny).
#
# Use: client.rb RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. Each message that changes something is kept
# in FOLDER before it is sent. A lost connection ends the program: started again, it sends the same messages.
require "bunny"
require "json"
require "securerandom"
require "timeout"

EXCHANGE = "livery.requests.riders" # the routing key is the type of the message
ANSWER_SECONDS, QUIET_SECONDS = 5, 30
UNKNOWN = { "error" => { "retry" => "sameIdentifier" } }.freeze # whether it was carried out, the same message tells
TRIP = { pickupLocation: { latitude: 41.8796, longitude: -87.6237, name: "Art Institute" },
         dropOffLocation: { latitude: 41.9786, longitude: -87.9047, name: "O'Hare" } }.freeze
RIDER, FOLDER, URL = ARGV[0], ARGV[1], ARGV[2] || ENV.fetch("LIVERY_AMQP_URL")
$stdout.sync = true

# The id is chosen once: sent again with the same one, it is the same request.
def request(type, **body)
  { "type" => type, "id" => SecureRandom.uuid, "body" => { riderIdentifier: RIDER, **body } }
end

# The message of that name, kept before it is sent; a real producer keeps it in its database, beside what it is for.
def kept(name)
  path = File.join(FOLDER, name)
  unless File.exist?(path)
    File.write("#{path}.new", JSON.generate(yield))
    File.rename("#{path}.new", path)
  end
  JSON.parse(File.read(path))
end

# A connection and its queue for answers; both are lost together.
class Session
  def initialize
    connection = Bunny.new(URL, automatically_recover: false, continuation_timeout: ANSWER_SECONDS * 1000)
    channel = connection.start.create_channel
    channel.confirm_select
    @replies, @answers, @seen = channel.queue("", exclusive: true), Queue.new, {}
    @replies.subscribe { |_, properties, body| @answers << [properties, body] }
    @exchange = channel.direct(EXCHANGE, no_declare: true)
    @exchange.on_return { @answers << nil }
  end

  # The next answer to a message, repeats left out.
  def receive(message, seconds)
    Timeout.timeout(seconds) do
      loop do
        properties, body = @answers.pop || abort("no queue takes #{message["type"]}")
        if @seen.key?(properties.message_id)
          puts "repeat #{properties.message_id}"
        elsif properties.correlation_id == message["id"]
          @seen[properties.message_id] = true
          return JSON.parse(body)
        end
      end
    end
  rescue Timeout::Error
    UNKNOWN
  end

  def ask(message)
    @exchange.publish(JSON.generate(message["body"]), routing_key: message["type"], type: message["type"],
                      message_id: message["id"], correlation_id: message["id"], reply_to: @replies.name,
                      content_type: "application/json", persistent: true, mandatory: true, headers: { strict: true })
    @exchange.wait_for_confirms or abort "the broker does not take #{message["type"]}"
    answer = receive(message, ANSWER_SECONDS)
    error = answer["error"] or return answer
    if error["retry"] == "sameIdentifier"
      puts "again #{message["type"]} #{message["id"]}"
      sleep error.fetch("retryAfterSeconds", 1)
      return ask(message)
    end
    puts "refused #{message["type"]} #{error["reason"]} #{error["retry"]}"
    answer
  end

  # A booking at the price of the list, which its quote locks.
  def offer
    options = ask(request("list-ride-options.handle", **TRIP))["rideOptions"]
    puts "listed #{options.size} options"
    request("request-ride.handle", rideOptionName: options[0]["name"], paymentMethod: { type: "applePay" },
            quoteIdentifier: options[0]["quoteIdentifier"], **TRIP)
  end

  def book(name)
    answer = ask(kept(name) { offer })
    if answer.dig("error", "retry") == "newIdentifier" # such as a quote that has expired: from the list on
      File.delete(File.join(FOLDER, name))
      return book(name)
    end
    answer["rideStatus"]["rideIdentifier"].tap { |ride| puts "booked #{ride}" }
  end

  # Prints each change of a ride until it has ended; updates come to the queue for answers.
  def follow(ride)
    message, sequence = request("get-ride-status.start-updates", rideIdentifier: ride), 0
    status = ask(message)["rideStatus"]
    until status["phase"] == "completed"
      puts "status #{ride} #{sequence = status["sequence"]} #{status["phase"]}" if status["sequence"] > sequence
      status = receive(message, QUIET_SECONDS)["rideStatus"] || ask(message)["rideStatus"]
    end
    puts "ended #{ride} #{status["completionStatus"]["outcome"]}"
  end

  def cancel(ride, name)
    answer = ask(kept(name) { request("cancel-ride.handle", rideIdentifier: ride) })
    puts "canceled #{ride} #{answer["rideStatus"]["completionStatus"]["outcome"]}" unless answer["error"]
  end
end

session = Session.new
ride = session.book("ride")
session.follow(ride)
session.cancel(ride, "late-cancel") # is refused
session.cancel(session.book("other-ride"), "cancel")
puts "done"
