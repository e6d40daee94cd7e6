<?php
// A ride from the list of options to its end, and another one that is canceled, with php-amqplib (Debian: php-amqplib).
// Use: php client.php RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. A booking is kept in FOLDER before
// it is sent. A lost connection ends the program: started again, it sends the same messages.
declare(strict_types=1);
require 'PhpAmqpLib/autoload.php';

use PhpAmqpLib\{Connection\AMQPStreamConnection, Exception\AMQPTimeoutException, Message\AMQPMessage, Wire\AMQPTable};

const EXCHANGE = 'livery.requests.riders'; // the routing key is the type of the message
const ANSWER_SECONDS = 5, QUIET_SECONDS = 30;
const TRIP = [
    'pickupLocation' => ['latitude' => 41.8796, 'longitude' => -87.6237, 'name' => 'Art Institute'],
    'dropOffLocation' => ['latitude' => 41.9786, 'longitude' => -87.9047, 'name' => 'O\'Hare']];

/** The id is chosen once: sent again with the same one, it is the same request. */
function request(string $type, array $members, ?string $id = null): array
{
    $body = ['riderIdentifier' => $_SERVER['argv'][1]] + $members;
    return ['type' => $type, 'id' => $id ?? bin2hex(random_bytes(16)), 'body' => $body];
}

/** The answer to a message, past others that come; without one in time the message is sent again. */
function receive(array $message, int $seconds): array
{
    global $channel, $answers;
    try {
        for (; ; $channel->wait(null, false, $seconds)) {
            while ($answer = array_shift($answers)) {
                if ($answer->get('correlation_id') === $message['id']) {
                    return json_decode($answer->getBody(), true);
                }
                echo "repeat {$answer->get('message_id')}\n";
            }
        }
    } catch (AMQPTimeoutException) {
        echo "again $message[type] $message[id]\n";
        return ask($message);
    }
}

function ask(array $message): array
{
    global $channel, $replies;
    $channel->basic_publish(new AMQPMessage(json_encode($message['body']), [
        'type' => $message['type'], 'message_id' => $message['id'], 'correlation_id' => $message['id'],
        'reply_to' => $replies, 'content_type' => 'application/json', 'delivery_mode' => 2,
        'application_headers' => new AMQPTable(['strict' => true])]), EXCHANGE, $message['type'], mandatory: true);
    $channel->wait_for_pending_acks_returns(ANSWER_SECONDS);
    $answer = receive($message, ANSWER_SECONDS);
    if (!isset($answer['error'])) return $answer;
    ['reason' => $reason, 'retry' => $retry] = $answer['error'];
    echo "refused $message[type] $reason $retry\n";
    sleep($answer['error']['retryAfterSeconds'] ?? 0);
    if ($retry === 'sameIdentifier') return ask($message);
    if ($retry === 'no' || str_ends_with($message['id'], '+')) return $answer;
    return ask(['id' => "$message[id]+"] + $message); // once more, with an id that a restart finds again
}

/** Books at the price of the list. The message is kept before it is sent; a real producer has a database. */
function book(string $name): string
{
    if (!file_exists($name)) {
        $options = ask(request('list-ride-options.handle', TRIP))['rideOptions'];
        echo 'listed ', count($options), " options\n";
        $message = request('request-ride.handle', ['rideOptionName' => $options[0]['name'],
            'quoteIdentifier' => $options[0]['quoteIdentifier'], 'paymentMethod' => ['type' => 'applePay']] + TRIP);
        file_put_contents('new', json_encode($message));
        rename('new', $name);
    }
    $answer = ask(json_decode(file_get_contents($name), true));
    if (isset($answer['error'])) {
        unlink($name); // the next start begins with a new list
        throw new RuntimeException('no ride can be booked');
    }
    echo "booked {$answer['rideStatus']['rideIdentifier']}\n";
    return $answer['rideStatus']['rideIdentifier'];
}

/** Prints each change of a ride until it has ended; updates come to the queue for answers. */
function follow(string $ride): void
{
    $message = request('get-ride-status.start-updates', ['rideIdentifier' => $ride]);
    $status = ask($message)['rideStatus'];
    for ($sequence = 0; $status['phase'] !== 'completed'; $status = receive($message, QUIET_SECONDS)['rideStatus']) {
        if ($status['sequence'] > $sequence) {
            $sequence = $status['sequence'];
            echo "status $ride $sequence $status[phase]\n";
        }
    }
    echo "ended $ride {$status['completionStatus']['outcome']}\n";
}

/** Needs no file: the id follows from the ride. */
function cancel(string $ride): void
{
    $answer = ask(request('cancel-ride.handle', ['rideIdentifier' => $ride], $ride));
    if (!isset($answer['error'])) echo "canceled $ride {$answer['rideStatus']['completionStatus']['outcome']}\n";
}

chdir($argv[2]);
$at = parse_url($argv[3] ?? getenv('LIVERY_AMQP_URL'));
[$user, $password, $vhost] = array_map('urldecode', [$at['user'], $at['pass'], substr($at['path'] ?? '/%2F', 1)]);
$channel = (new AMQPStreamConnection($at['host'], $at['port'] ?? 5672, $user, $password, $vhost))->channel();
$channel->confirm_select();
$channel->set_nack_handler(fn () => throw new RuntimeException('the broker refuses a message'));
$channel->set_return_listener(fn () => throw new RuntimeException('no queue takes these messages'));
[$replies] = $channel->queue_declare('', exclusive: true);
$answers = [];
$channel->basic_consume($replies, no_ack: true, callback: fn ($answer) => $GLOBALS['answers'][] = $answer);
$ride = book('ride');
follow($ride);
cancel($ride); // is refused
cancel(book('other-ride'));
echo "done\n";
