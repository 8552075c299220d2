<?php
// Debian's php-pda-pheanstalk against a beanstalkd or a Duetime server: php pheanstalk.php PORT
require '/usr/share/php/Pheanstalk/autoload.php';

use Pheanstalk\Pheanstalk;

function check(bool $holds, string $what): void
{
    if (!$holds) {
        fwrite(STDERR, "pheanstalk: $what\n");
        exit(1);
    }
}

$client = Pheanstalk::create('127.0.0.1', (int) $argv[1]);
$client->useTube('pheanstalk')->watch('pheanstalk')->ignore('default');

$put = $client->put('hello', 10, 0, 60);
$job = $client->reserveWithTimeout(5);
check($job->getId() == $put->getId() && $job->getData() === 'hello', 'reserve');
$client->touch($job);
$client->release($job, 5, 0);
$job = $client->reserve();
$client->bury($job, 3);
check($client->peekBuried()->getId() == $put->getId(), 'peek-buried');
check($client->kick(10) === 1, 'kick');
$job = $client->reserve();
$stats = $client->statsJob($job);
// Names are in quotes since beanstalkd 1.13, which this version of the client leaves there.
check($stats['state'] === 'reserved' && trim($stats['tube'], '"') === 'pheanstalk', 'stats-job');
$client->delete($job);
check($client->reserveWithTimeout(0) === null, 'reserve-with-timeout');

$later = $client->put('later', 10, 1000, 60);
check($client->peekDelayed()->getId() == $later->getId(), 'peek-delayed');
$client->kickJob($later);
check($client->peekReady()->getData() === 'later', 'kick-job');
$client->delete($later);
$client->pauseTube('pheanstalk', 1);
check((int) $client->statsTube('pheanstalk')['cmd-pause-tube'] === 1, 'stats-tube');
check(in_array('pheanstalk', $client->listTubes(), true), 'list-tubes');
check(isset($client->stats()['current-jobs-ready']), 'stats');
try {
    $client->delete($later);
    check(false, 'a second delete');
} catch (\Pheanstalk\Exception\JobNotFoundException $notFound) {
}
