# A ride from the list of options to its end, and another one that is canceled, with bunny (Debian: ruby-bunny).
#
# Use: client.rb RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. A booking is kept in FOLDER before it is
# sent. A lost connection ends the program: started again, it sends the same messages.
require "bunny"
require "json"
require "securerandom"
require "timeout"

EXCHANGE = "livery.requests.riders" # the routing key is the type of the message
ANSWER_SECONDS, QUIET_SECONDS = 5, 30
TRIP = { pickupLocation: { latitude: 41.8796, longitude: -87.6237, name: "Art Institute" },
         dropOffLocation: { latitude: 41.9786, longitude: -87.9047, name: "O'Hare" } }.freeze
RIDER, FOLDER, URL = ARGV[0], ARGV[1], ARGV[2] || ENV.fetch("LIVERY_AMQP_URL")
Dir.chdir(FOLDER)
$stdout.sync = true

# The id is chosen once: sent again with the same one, it is the same request.
def request(type, id = SecureRandom.uuid, **body)
  { "type" => type, "id" => id, "body" => { riderIdentifier: RIDER, **body } }
end

# A connection and its queue for answers; both are lost together.
class Session
  def initialize
    connection = Bunny.new(URL, automatically_recover: false, continuation_timeout: ANSWER_SECONDS * 1000)
    channel = connection.start.create_channel
    channel.confirm_select
    @replies, @answers = channel.queue("", exclusive: true), Queue.new
    @replies.subscribe { |_, properties, body| @answers << [properties, body] }
    @exchange = channel.direct(EXCHANGE, no_declare: true)
    @exchange.on_return { @answers << nil }
  end

  # The answer to a message, past others that come; without one in time the message is sent again.
  def receive(message, seconds)
    Timeout.timeout(seconds) do
      loop do
        properties, body = @answers.pop || abort("no queue takes #{message["type"]}")
        return JSON.parse(body) if properties.correlation_id == message["id"]

        puts "repeat #{properties.message_id}"
      end
    end
  rescue Timeout::Error
    puts "again #{message["type"]} #{message["id"]}"
    ask(message)
  end

  def ask(message)
    @exchange.publish(JSON.generate(message["body"]), routing_key: message["type"], type: message["type"],
                      message_id: message["id"], correlation_id: message["id"], reply_to: @replies.name,
                      content_type: "application/json", persistent: true, mandatory: true, headers: { strict: true })
    @exchange.wait_for_confirms or abort "the broker does not take #{message["type"]}"
    answer = receive(message, ANSWER_SECONDS)
    error = answer["error"] or return answer
    puts "refused #{message["type"]} #{error["reason"]} #{error["retry"]}"
    sleep error.fetch("retryAfterSeconds", 0)
    return ask(message) if error["retry"] == "sameIdentifier"
    return answer if error["retry"] == "no" || message["id"].end_with?("+")
    ask({ **message, "id" => "#{message["id"]}+" }) # once more, with an id that a restart finds again
  end

  # A booking at the price of the list, which its quote locks.
  def offer
    options = ask(request("list-ride-options.handle", **TRIP))["rideOptions"]
    puts "listed #{options.size} options"
    request("request-ride.handle", rideOptionName: options[0]["name"], paymentMethod: { type: "applePay" },
            quoteIdentifier: options[0]["quoteIdentifier"], **TRIP)
  end

  # Books with a message that is kept before it is sent; a real producer keeps it in its database.
  def book(name)
    unless File.exist?(name)
      File.write("new", JSON.generate(offer))
      File.rename("new", name)
    end
    answer = ask(JSON.parse(File.read(name)))
    if answer["error"]
      File.delete(name) # the next start begins with a new list
      abort "no ride can be booked"
    end
    answer["rideStatus"]["rideIdentifier"].tap { |ride| puts "booked #{ride}" }
  end

  # Prints each change of a ride until it has ended; updates come to the queue for answers.
  def follow(ride)
    message, sequence = request("get-ride-status.start-updates", rideIdentifier: ride), 0
    status = ask(message)["rideStatus"]
    until status["phase"] == "completed"
      puts "status #{ride} #{sequence = status["sequence"]} #{status["phase"]}" if status["sequence"] > sequence
      status = receive(message, QUIET_SECONDS)["rideStatus"]
    end
    puts "ended #{ride} #{status["completionStatus"]["outcome"]}"
  end

  # Needs no file: the id follows from the ride.
  def cancel(ride)
    answer = ask(request("cancel-ride.handle", ride, rideIdentifier: ride))
    puts "canceled #{ride} #{answer["rideStatus"]["completionStatus"]["outcome"]}" unless answer["error"]
  end
end

session = Session.new
ride = session.book("ride")
session.follow(ride)
session.cancel(ride) # is refused
session.cancel(session.book("other-ride"))
puts "done"
