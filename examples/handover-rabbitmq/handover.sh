#!/bin/sh
# Hands the jobs of the queue "orders" over to a queue of RabbitMQ, with a running server.
set -eu
duetime=${DUETIME:-./duetime}
broker=${1:-amqp://127.0.0.1:5672}

"$duetime" target put main type=rabbitmq "uri=$broker" user=guest
"$duetime" settings orders 'handOver=main?exchange=&routingKey=timeouts'
"$duetime" put orders order-42 --delay 2s '42 EUR'
