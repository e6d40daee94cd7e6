// A ride from the list of options to its end, and another one that is canceled, with amqp091-go.
// Use: client RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. Each message that changes something is kept in
// FOLDER before it is sent. A lost connection ends the program: started again, it sends the same messages.
package main

import (
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

type message struct{ Type, ID, Body string }
type answer struct {
	RideOptions []struct{ QuoteIdentifier, Name string }
	RideStatus  struct{ RideIdentifier, Phase, Sequence, CompletionStatus any }
	Error       struct{ Reason, Retry, RetryAfterSeconds any }
}

func (a answer) outcome() any { return a.RideStatus.CompletionStatus.(map[string]any)["outcome"] }

var rider, folder, seen = os.Args[1], os.Args[2], map[string]bool{}
var channel = must(must(amqp.Dial(append(os.Args, os.Getenv("LIVERY_AMQP_URL"))[3])).Channel())
var returns = channel.NotifyReturn(make(chan amqp.Return, 1))
var replies = must(channel.QueueDeclare("", false, false, true, false, nil)).Name
var answers = must(channel.Consume(replies, "", true, true, false, false, nil))

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatalln(err)
	}
	return value
}

// The id is chosen once: sent again with the same one, it is the same request. It is the rider's, and unique for them.
func request(kind, members string) message {
	return message{kind, fmt.Sprint(time.Now().UnixNano()), fmt.Sprintf(`{"riderIdentifier": %q, %s}`, rider, members)}
}

// The message of that name, kept before it is sent; a real producer keeps it in its database, beside what it is for.
func kept(name string, make func() message) (m message) {
	if _, err := os.Stat(folder + "/" + name); err != nil {
		must(0, os.WriteFile(folder+"/new", must(json.Marshal(make())), 0o600))
		must(0, os.Rename(folder+"/new", folder+"/"+name))
	}
	must(0, json.Unmarshal(must(os.ReadFile(folder+"/"+name)), &m))
	return m
}

// The next answer to a message, repeats left out; when none comes in time, the same message is to be sent again.
func receive(m message, limit time.Duration) (a answer) {
	for timer := time.After(limit); ; {
		select {
		case <-timer:
			a.Error.Retry = "sameIdentifier"
			return a
		case d, isOpen := <-answers:
			if !isOpen {
				log.Fatalln("lost the connection")
			} else if seen[d.MessageId] {
				fmt.Println("repeat", d.MessageId)
			} else if seen[d.MessageId] = true; d.CorrelationId == m.ID {
				must(0, json.Unmarshal(d.Body, &a))
				return a
			}
		}
	}
}

func ask(m message) answer {
	confirm := must(channel.PublishWithDeferredConfirm(exchange, m.Type, true, false, amqp.Publishing{
		Type: m.Type, MessageId: m.ID, CorrelationId: m.ID, ReplyTo: replies, Body: []byte(m.Body),
		ContentType: "application/json", DeliveryMode: amqp.Persistent, Headers: amqp.Table{"strict": true}}))
	if !confirm.Wait() || len(returns) > 0 {
		log.Fatalln("the broker does not take", m.Type)
	}
	a := receive(m, answerTime)
	if a.Error.Retry == "sameIdentifier" {
		fmt.Println("again", m.Type, m.ID)
		seconds, _ := a.Error.RetryAfterSeconds.(float64)
		time.Sleep(time.Duration(1+seconds) * time.Second)
		return ask(m)
	} else if a.Error.Reason != nil {
		fmt.Println("refused", m.Type, a.Error.Reason, a.Error.Retry)
	}
	return a
}

// Books at the price of the list, which the quote locks.
func book(name string) any {
	a := ask(kept(name, func() message {
		options := ask(request("list-ride-options.handle", trip)).RideOptions
		fmt.Println("listed", len(options), "options")
		return request("request-ride.handle", fmt.Sprintf(`"rideOptionName": %q, "quoteIdentifier": %q,
			"paymentMethod": {"type": "applePay"}, %s`, options[0].Name, options[0].QuoteIdentifier, trip))
	}))
	if a.Error.Retry == "newIdentifier" { // such as a quote that has expired: from the list on, with a new id
		must(0, os.Remove(folder+"/"+name))
		return book(name)
	}
	fmt.Println("booked", a.RideStatus.RideIdentifier)
	return a.RideStatus.RideIdentifier
}

// Prints each change of a ride until it has ended; updates come to the queue for answers.
func follow(ride any) {
	m, sequence := request("get-ride-status.start-updates", fmt.Sprintf(`"rideIdentifier": %q`, ride)), 0.0
	a := ask(m)
	for a.RideStatus.Phase != "completed" {
		if newest := a.RideStatus.Sequence.(float64); newest > sequence {
			sequence = newest
			fmt.Println("status", ride, sequence, a.RideStatus.Phase)
		}
		if a = receive(m, quietTime); a.RideStatus.Phase == nil { // after a silence
			a = ask(m)
		}
	}
	fmt.Println("ended", ride, a.outcome())
}

func cancel(ride any, name string) {
	message := func() message { return request("cancel-ride.handle", fmt.Sprintf(`"rideIdentifier": %q`, ride)) }
	if a := ask(kept(name, message)); a.Error.Reason == nil {
		fmt.Println("canceled", ride, a.outcome())
	}
}

func main() {
	must(0, channel.Confirm(false))
	ride := book("ride")
	follow(ride)
	cancel(ride, "late-cancel") // is refused
	cancel(book("other-ride"), "cancel")
	fmt.Println("done")
}
