<?php
/* A ride from the list of options to its end, and another one that is canceled, with php-amqplib (Debian: php-amqplib).
 *
 * Use: php client.php RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. Each message that changes something is
 * kept in FOLDER before it is sent. A lost connection ends the program: started again, it sends the same messages.
 */
declare(strict_types=1);
require 'PhpAmqpLib/autoload.php';

use PhpAmqpLib\Connection\AMQPStreamConnection;
use PhpAmqpLib\Exception\AMQPTimeoutException;
use PhpAmqpLib\Message\AMQPMessage;
use PhpAmqpLib\Wire\AMQPTable;

const EXCHANGE = 'livery.requests.riders'; // the routing key is the type of the message
const ANSWER_SECONDS = 5, QUIET_SECONDS = 30;
const UNKNOWN = ['error' => ['retry' => 'sameIdentifier']]; // whether it was carried out, the same message tells
const TRIP = [
    'pickupLocation' => ['latitude' => 41.8796, 'longitude' => -87.6237, 'name' => 'Art Institute'],
    'dropOffLocation' => ['latitude' => 41.9786, 'longitude' => -87.9047, 'name' => 'O\'Hare']];

/** The id is chosen once: sent again with the same one, it is the same request. */
function request(string $type, array $body): array
{
    global $argv;
    return ['type' => $type, 'id' => bin2hex(random_bytes(16)), 'body' => ['riderIdentifier' => $argv[1]] + $body];
}

/** The message of that name, kept before it is sent; a real producer keeps it in its database. */
function kept(string $name, callable $make): array
{
    global $argv;
    $path = "$argv[2]/$name";
    if (!file_exists($path)) {
        file_put_contents("$path.new", json_encode($make(), JSON_THROW_ON_ERROR));
        rename("$path.new", $path);
    }
    return json_decode(file_get_contents($path), true, flags: JSON_THROW_ON_ERROR);
}

/** A connection and its queue for answers. Both are lost together, and the next session sends again. */
final class Session
{
    private array $answers = [], $seen = [];

    public function __construct(private $channel, private string $replies = '')
    {
        $channel->confirm_select();
        $channel->set_nack_handler(fn () => throw new RuntimeException('the broker refuses a message'));
        $channel->set_return_listener(fn () => throw new RuntimeException('no queue takes these messages'));
        [$this->replies] = $channel->queue_declare('', exclusive: true);
        $channel->basic_consume($this->replies, no_ack: true, callback: fn ($answer) => $this->answers[] = $answer);
    }

    /** The next answer to a message, repeats left out. */
    private function receive(array $message, float $seconds): array
    {
        try {
            for (; ; $this->channel->wait(null, false, $seconds)) {
                while ($answer = array_shift($this->answers)) {
                    $id = $answer->get('message_id');
                    if (isset($this->seen[$id])) {
                        echo "repeat $id\n";
                    } elseif ($answer->get('correlation_id') === $message['id']) {
                        $this->seen[$id] = true;
                        return json_decode($answer->getBody(), true, flags: JSON_THROW_ON_ERROR);
                    }
                }
            }
        } catch (AMQPTimeoutException) {
            return UNKNOWN;
        }
    }

    /** Sends a message, and again while it has no answer in time. */
    private function ask(array $message): array
    {
        $sent = new AMQPMessage(json_encode($message['body'], JSON_THROW_ON_ERROR), [
            'type' => $message['type'], 'message_id' => $message['id'], 'correlation_id' => $message['id'],
            'reply_to' => $this->replies, 'content_type' => 'application/json', 'delivery_mode' => 2,
            'application_headers' => new AMQPTable(['strict' => true])]);
        $this->channel->basic_publish($sent, EXCHANGE, $message['type'], mandatory: true);
        $this->channel->wait_for_pending_acks_returns(ANSWER_SECONDS);
        $answer = $this->receive($message, ANSWER_SECONDS);
        $error = $answer['error'] ?? null;
        if ($error && $error['retry'] === 'sameIdentifier') {
            echo "again $message[type] $message[id]\n";
            sleep($error['retryAfterSeconds'] ?? 1);
            return $this->ask($message);
        }
        if ($error) echo "refused $message[type] $error[reason] $error[retry]\n";
        return $answer;
    }

    /** Books at the price of the list, which the quote locks. */
    public function book(string $name): string
    {
        $answer = $this->ask(kept($name, function () {
            $options = $this->ask(request('list-ride-options.handle', TRIP))['rideOptions'];
            echo 'listed ', count($options), " options\n";
            return request('request-ride.handle', ['rideOptionName' => $options[0]['name'],
                'quoteIdentifier' => $options[0]['quoteIdentifier'], 'paymentMethod' => ['type' => 'applePay']] + TRIP);
        }));
        if (($answer['error']['retry'] ?? '') === 'newIdentifier') { // such as a quote that has expired
            unlink("{$GLOBALS['argv'][2]}/$name");
            return $this->book($name);
        }
        echo "booked {$answer['rideStatus']['rideIdentifier']}\n";
        return $answer['rideStatus']['rideIdentifier'];
    }

    /** Prints each change of a ride until it has ended; updates come to the queue for answers. */
    public function follow(string $ride): void
    {
        $message = request('get-ride-status.start-updates', ['rideIdentifier' => $ride]);
        $status = $this->ask($message)['rideStatus'];
        for ($sequence = 0; $status['phase'] !== 'completed';) {
            if ($status['sequence'] > $sequence) {
                $sequence = $status['sequence'];
                echo "status $ride $sequence $status[phase]\n";
            }
            $status = $this->receive($message, QUIET_SECONDS)['rideStatus'] ?? $this->ask($message)['rideStatus'];
        }
        echo "ended $ride {$status['completionStatus']['outcome']}\n";
    }

    public function cancel(string $ride, string $name): void
    {
        $answer = $this->ask(kept($name, fn () => request('cancel-ride.handle', ['rideIdentifier' => $ride])));
        if (!isset($answer['error'])) echo "canceled $ride {$answer['rideStatus']['completionStatus']['outcome']}\n";
    }
}

$at = parse_url($argv[3] ?? getenv('LIVERY_AMQP_URL'));
[$user, $password, $vhost] = array_map('urldecode', [$at['user'], $at['pass'], substr($at['path'] ?? '/%2F', 1)]);
$connection = new AMQPStreamConnection($at['host'], $at['port'] ?? 5672, $user, $password, $vhost);
$session = new Session($connection->channel());
$ride = $session->book('ride');
$session->follow($ride);
$session->cancel($ride, 'late-cancel'); // is refused
$session->cancel($session->book('other-ride'), 'cancel');
echo "done\n";
