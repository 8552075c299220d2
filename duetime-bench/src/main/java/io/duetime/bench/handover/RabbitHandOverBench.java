package io.duetime.bench.handover;

import io.duetime.bench.Flags;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.rabbitmq.RabbitTarget;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Measures the hand-over to RabbitMQ beside a bare producer with confirms, RabbitMQ's time to live
 * with dead letters, and a loop with one script for each message.
 */
public final class RabbitHandOverBench {
  private static final String USAGE =
      "usage: handover-rabbitmq [--rabbitmq /] [--folder FOLDER] [--repetitions 3] [--jobs 100000]"
          + " [--seconds 20] [--in-flight 1000]";

  private RabbitHandOverBench() {}

  /** Runs the bench with a broker and a Redis server of its own. */
  public static void main(String... args) throws Exception {
    Set<String> known = new HashSet<>(Contestants.flags());
    known.add("rabbitmq");
    Flags flags = Flags.parse(USAGE, known, args);
    Path root = Path.of(flags.get("rabbitmq", "/"));
    int delayMillis = (int) Contestants.DELAY.toMillis();
    try (BenchBroker broker = new BenchBroker(root, Contestants.folder(flags));
        Target target =
            RabbitTarget.open(new TargetSettings("bench", Map.of("uri", broker.uri())))) {
      new Contestants(
              target.publisher(Map.of("exchange", "", "routingKey", BenchBroker.QUEUE)),
              messages -> new BareProducer(broker).rate(messages),
              flags)
          .beside(
              "TTL and dead letters, 1 s included",
              redisUri -> new DeadLetterWay(broker, delayMillis))
          .beside("loop with a script for each", redisUri -> new LuaLoop(redisUri, broker))
          .cleanedBy(broker::empty)
          .run();
    }
  }
}
