// Publishes with amqp091-go: messages as JSON lines of standard input; prints responses that come by direct reply-to.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const answerTime = 15 * time.Second

type message struct {
	URL, Exchange, Key, Body, Mode, Reply string
	Properties                            properties
	Headers                               map[string]any
	Times                                 int
	FrameMax                              int `json:"frame_max"`
}

type properties struct {
	Type, Expiration string
	ContentType      string `json:"content_type"`
	ContentEncoding  string `json:"content_encoding"`
	MessageID        string `json:"message_id"`
	CorrelationID    string `json:"correlation_id"`
	ReplyTo          string `json:"reply_to"`
	AppID            string `json:"app_id"`
	UserID           string `json:"user_id"`
	DeliveryMode     uint8  `json:"delivery_mode"`
	Priority         uint8
	Timestamp        int64
}

type response struct {
	CorrelationID string `json:"correlation_id"`
	MessageID     string `json:"message_id"`
	Type          string `json:"type"`
	ContentType   string `json:"content_type"`
	Body          string `json:"body"`
}

var connections = map[string]*amqp.Connection{}
var output = json.NewEncoder(os.Stdout)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatalln(err)
	}
	return value
}

// A header's value of the type that its name says; value is a text, or what is inside.
func valueOf(kind string, value any) any {
	text, _ := value.(string)
	integer := func(bits int) int64 { return must(strconv.ParseInt(text, 10, bits)) }
	switch kind {
	case "bool":
		return text == "true"
	case "int8":
		return int8(integer(8))
	case "uint8":
		return byte(must(strconv.ParseUint(text, 10, 8)))
	case "int16":
		return int16(integer(16))
	case "int32":
		return int32(integer(32))
	case "int64":
		return integer(64)
	case "float":
		return float32(must(strconv.ParseFloat(text, 32)))
	case "double":
		return must(strconv.ParseFloat(text, 64))
	case "decimal":
		_, digits, _ := strings.Cut(text, ".")
		mantissa := must(strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 32))
		return amqp.Decimal{Scale: uint8(len(digits)), Value: int32(mantissa)}
	case "timestamp", "milliseconds":
		return time.Unix(integer(64), 0)
	case "bytes":
		return must(hex.DecodeString(text))
	case "array":
		values := []any{}
		for _, each := range value.([]any) {
			values = append(values, pair(each))
		}
		return values
	case "table":
		return table(value.(map[string]any))
	}
	return value
}

func pair(each any) any { return valueOf(each.([]any)[0].(string), each.([]any)[1]) }

func table(values map[string]any) amqp.Table {
	headers := amqp.Table{}
	for name, value := range values {
		headers[name] = pair(value)
	}
	return headers
}

// A connection with the message's largest frame; one that will be left is its own.
func connect(m message) *amqp.Connection {
	key := fmt.Sprint(m.URL, m.FrameMax)
	if connection := connections[key]; connection != nil && m.Reply != "left" {
		return connection
	}
	connection := must(amqp.DialConfig(m.URL, amqp.Config{FrameSize: m.FrameMax}))
	if m.Reply != "left" {
		connections[key] = connection
	}
	return connection
}

// Publishes it as often as it says.
func publish(channel *amqp.Channel, m message) {
	// Not the deferred ones: version 1.5 misses a confirm that comes before it has noted what it sent.
	confirms := channel.NotifyPublish(make(chan amqp.Confirmation, m.Times))
	switch m.Mode {
	case "confirms":
		must(0, channel.Confirm(false))
	case "transaction":
		must(0, channel.Tx())
	}
	p := m.Properties
	publishing := amqp.Publishing{
		Headers: table(m.Headers), ContentType: p.ContentType, ContentEncoding: p.ContentEncoding,
		DeliveryMode: p.DeliveryMode, Priority: p.Priority, CorrelationId: p.CorrelationID, ReplyTo: p.ReplyTo,
		Expiration: p.Expiration, MessageId: p.MessageID, Type: p.Type, UserId: p.UserID, AppId: p.AppID,
		Body: []byte(m.Body)}
	if p.Timestamp != 0 {
		publishing.Timestamp = time.Unix(p.Timestamp, 0)
	}
	for count := 0; count < m.Times; count++ {
		must(0, channel.PublishWithContext(context.Background(), m.Exchange, m.Key, false, false, publishing))
		if m.Mode == "confirms" && !(<-confirms).Ack {
			log.Fatalln("the broker does not take", p.CorrelationID)
		}
	}
	if m.Mode == "transaction" {
		must(0, channel.TxCommit())
	}
}

// Waits for the responses to a message and prints them.
func answers(deliveries <-chan amqp.Delivery, m message) {
	for timer, count := time.After(answerTime), 0; count < m.Times; count++ {
		select {
		case <-timer:
			return
		case d := <-deliveries:
			must(0, output.Encode(response{d.CorrelationId, d.MessageId, d.Type, d.ContentType, string(d.Body)}))
		}
	}
}

// Each message has a channel of its own.
func send(m message) {
	connection := connect(m)
	channel := must(connection.Channel())
	var deliveries <-chan amqp.Delivery
	if m.Reply == "direct" || m.Reply == "left" {
		deliveries = must(channel.Consume(m.Properties.ReplyTo, "", true, false, false, false, nil))
	}
	publish(channel, m)
	if m.Reply == "left" {
		must(0, connection.Close())
		return
	}
	if m.Reply == "direct" {
		answers(deliveries, m)
	}
	// When a channel ends, a quorum queue drops what it has not yet taken of it and nobody has confirmed.
	if m.Mode != "plain" {
		must(0, channel.Close())
	}
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		var m message
		must(0, json.Unmarshal(input.Bytes(), &m))
		send(m)
	}
	must(0, input.Err())
	for _, connection := range connections {
		must(0, connection.Close())
	}
}
