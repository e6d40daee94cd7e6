// A ride from the list of options to its end, and another one that is canceled, with amqp091-go.
// Use: client RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. A booking is kept in FOLDER before it is sent.
// A lost connection ends the program: started again, it sends the same messages.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const exchange, answerTime, quietTime = "livery.requests.riders", 5 * time.Second, 30 * time.Second
const trip = `"pickupLocation": {"latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute"},
	"dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"}`

type answer struct {
	RideOptions []struct{ QuoteIdentifier, Name string }
	RideStatus  struct {
		RideIdentifier, Phase string
		Sequence              int
		CompletionStatus      struct{ Outcome string }
	}
	Error struct{ Reason, Retry, RetryAfterSeconds any }
}

var channel = must(must(amqp.Dial(append(os.Args, os.Getenv("LIVERY_AMQP_URL"))[3])).Channel())
var returns = channel.NotifyReturn(make(chan amqp.Return, 1))
var confirms = channel.NotifyPublish(make(chan amqp.Confirmation, 1))
var replies = must(channel.QueueDeclare("", false, false, true, false, nil)).Name
var answers = must(channel.Consume(replies, "", true, true, false, false, nil))

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatalln(err)
	}
	return value
}

// The id is chosen once: sent again with the same one, it is the same request. It is the rider's, and unique for them.
func request(kind, format string, values ...any) amqp.Publishing {
	body := fmt.Sprintf(`{"riderIdentifier": %q, `+format+"}", append([]any{os.Args[1]}, values...)...)
	return amqp.Publishing{Type: kind, MessageId: fmt.Sprint(time.Now().UnixNano()), DeliveryMode: amqp.Persistent,
		ContentType: "application/json", Headers: amqp.Table{"strict": true}, Body: []byte(body)}
}

// The answer to a message, past others that come; without one in time the message is sent again.
func receive(m amqp.Publishing, timeout <-chan time.Time) (a answer) {
	select {
	case <-returns:
		log.Fatalln("lost the connection, or no queue takes", m.Type)
	case <-timeout:
		fmt.Println("again", m.Type, m.MessageId)
		return ask(m)
	case d := <-answers:
		if d.CorrelationId == m.MessageId {
			must(0, json.Unmarshal(d.Body, &a))
			return a
		}
		fmt.Println("repeat", d.MessageId)
	}
	return receive(m, timeout)
}

func ask(m amqp.Publishing) answer {
	m.ReplyTo, m.CorrelationId = replies, m.MessageId
	must(0, channel.PublishWithContext(context.Background(), exchange, m.Type, true, false, m))
	if !(<-confirms).Ack {
		log.Fatalln("lost the connection, or the broker refuses", m.Type)
	}
	a := receive(m, time.After(answerTime))
	if a.Error.Reason != nil {
		fmt.Println("refused", m.Type, a.Error.Reason, a.Error.Retry)
		seconds, _ := a.Error.RetryAfterSeconds.(float64)
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	if a.Error.Retry == "newIdentifier" && m.MessageId[len(m.MessageId)-1] != '+' {
		m.MessageId += "+" // once more, with an id that a restart finds again
	} else if a.Error.Retry != "sameIdentifier" {
		return a
	}
	return ask(m)
}

// Books at the price of the list. The message is kept before it is sent; a real producer has a database.
func book(name string) string {
	if _, err := os.Stat(name); err != nil {
		options := ask(request("list-ride-options.handle", trip)).RideOptions
		fmt.Println("listed", len(options), "options")
		m := request("request-ride.handle", `"rideOptionName": %q, "quoteIdentifier": %q, "paymentMethod":
			{"type": "applePay"}, `+trip, options[0].Name, options[0].QuoteIdentifier)
		must(0, os.WriteFile("new", must(json.Marshal(m)), 0o600))
		must(0, os.Rename("new", name))
	}
	var m amqp.Publishing
	must(0, json.Unmarshal(must(os.ReadFile(name)), &m))
	a := ask(m)
	if a.Error.Reason != nil {
		must(0, os.Remove(name)) // the next start begins with a new list
		log.Fatalln("no ride can be booked")
	}
	fmt.Println("booked", a.RideStatus.RideIdentifier)
	return a.RideStatus.RideIdentifier
}

// Prints each change of a ride until it has ended; updates come to the queue for answers.
func follow(ride string) {
	m, sequence := request("get-ride-status.start-updates", `"rideIdentifier": %q`, ride), 0
	s := ask(m).RideStatus
	for ; s.Phase != "completed"; s = receive(m, time.After(quietTime)).RideStatus {
		if s.Sequence > sequence {
			sequence = s.Sequence
			fmt.Println("status", ride, sequence, s.Phase)
		}
	}
	fmt.Println("ended", ride, s.CompletionStatus.Outcome)
}

func main() {
	must(0, os.Chdir(os.Args[2]))
	must(0, channel.Confirm(false))
	for _, name := range []string{"ride", "other-ride"} {
		ride := book(name)
		if name == "ride" {
			follow(ride) // to its end, so that the cancellation is refused
		}
		m := request("cancel-ride.handle", `"rideIdentifier": %q`, ride)
		m.MessageId = ride // no file is needed: the id follows from the ride
		if a := ask(m); a.Error.Reason == nil {
			fmt.Println("canceled", ride, a.RideStatus.CompletionStatus.Outcome)
		}
	}
	fmt.Println("done")
}
