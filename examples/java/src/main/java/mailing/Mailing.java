package mailing;

import io.duetime.*;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Mails many subscribers who are all due in the same second, at a limited rate. */
public final class Mailing {
  private static final int BATCH = 10_000;

  private final JobQueue<String> mails;

  public Mailing(Duetime duetime, int mailsPerSecond) {
    Duration second = Duration.ofSeconds(1);
    int burst = Math.max(1, mailsPerSecond / 10);
    this.mails = duetime.queue("mailing", Codec.string());
    mails
        .admin()
        .configure(settings ->
            settings
                .rate(new QueueSettings.Rate(mailsPerSecond, second, burst))
                .retention(Duration.ofDays(7)));
  }

  /** Plans one mail for each subscriber, and returns how many of them were not planned before. */
  public long plan(String mailing, List<String> subscribers, Instant at) {
    long planned = 0;
    for (int from = 0; from < subscribers.size(); from += BATCH) {
      int to = Math.min(from + BATCH, subscribers.size());
      planned +=
          mails
              .scheduleAll(
                  subscribers.subList(from, to).stream()
                      .map(subscriber -> mail(mailing, subscriber, at))
                      .toList())
              .stream()
              .filter(answer -> answer.outcome() == ScheduleOutcome.CREATED)
              .count();
    }
    return planned;
  }

  private static JobRequest<String> mail(String mailing, String subscriber, Instant at) {
    return JobRequest.builder(subscriber).id(mailing + "/" + subscriber).dueAt(at).build();
  }

  public Worker start(Consumer<String> send) {
    return mails.worker(job -> send.accept(job.payload())).concurrency(200).start();
  }

  /** The mails that are not sent yet. */
  public long open() {
    return mails.counts().waiting() + running();
  }

  /** The mails that are being sent. */
  public long running() {
    return mails.counts().now().running();
  }

  public static void main(String[] args) {
    int subscribers = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
    int mailsPerSecond = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
    try (Duetime duetime = Duetime.open("embedded:./mailing-data")) {
      Mailing mailing = new Mailing(duetime, mailsPerSecond);
      List<String> all = IntStream.range(0, subscribers).mapToObj(i -> "reader-" + i).toList();
      long planned = mailing.plan("june", all, duetime.now().plusSeconds(2));
      System.out.println(planned + " mails are planned, " + mailing.open() + " are to be sent");
      LongAdder sent = new LongAdder();
      try (Worker worker = mailing.start(subscriber -> sent.increment())) {
        while (mailing.open() > 0 && !worker.awaitStopped(Duration.ofSeconds(1))) {
          System.out.println(sent + " sent");
        }
      }
      System.out.println("done: " + sent + " mails");
    }
  }
}
