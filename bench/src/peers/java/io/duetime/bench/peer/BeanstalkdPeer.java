package io.duetime.bench.peer;

import io.duetime.bench.harness.JobSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The protocol of beanstalkd, a blocking connection for each thread. */
final class BeanstalkdPeer {
  private static final long STEP_MILLIS = 1_000;

  /** Seconds after which a job of a killed consumer comes back if it is still connected. */
  private static final int TIME_TO_RUN = 30;

  private BeanstalkdPeer() {}

  static Peer open(Place place) {
    ThreadLocal<Talk> talks = ThreadLocal.withInitial(() -> Talk.with(place.port()));
    // The server gives the numbers, so the client has to remember them.
    Map<String, String> numbers = new ConcurrentHashMap<>();
    JavaPeer.Call<List<Job>> schedule =
        jobs -> {
          StringBuilder puts = new StringBuilder();
          jobs.forEach(job -> puts.append(put(job)));
          talks.get().send(puts.toString());
          for (Job job : jobs) {
            numbers.put(job.id(), talks.get().answer("INSERTED "));
          }
        };
    return new JavaPeer(
            job -> schedule.make(List.of(job)),
            (consumers, handler) -> {
              for (int i = 0; i < consumers; i++) {
                MemoryPeers.loops(1, reserving(Talk.with(place.port()), numbers), handler);
              }
            })
        .batches(schedule)
        .cancel(job -> {
          talks.get().send("delete " + numbers.remove(job.id()) + "\r\n");
          talks.get().answer("DELETED");
          return true;
        })
        .step(STEP_MILLIS);
  }

  private static String put(Job job) {
    long seconds = (job.delayMillis() + STEP_MILLIS - 1) / STEP_MILLIS;
    String head = "put 1000 " + seconds + " " + TIME_TO_RUN + " " + JobSource.PAYLOAD_BYTES;
    return head + "\r\n" + job.payload() + "\r\n";
  }

  /** Deletes the job that was taken before, which is handled by then, and reserves the next. */
  private static MemoryPeers.Source reserving(Talk talk, Map<String, String> numbers) {
    String[] taken = {""};
    return () -> {
      if (!taken[0].isEmpty()) {
        talk.send("delete " + taken[0] + "\r\n");
        talk.answer("DELETED");
      }
      talk.send("reserve\r\n");
      taken[0] = talk.answer("RESERVED ").split(" ", 2)[0];
      Job job = Job.of(talk.answer(""));
      numbers.remove(job.id());
      return job;
    };
  }

  /** A connection. Payloads have no line breaks, so all that the server sends are lines. */
  private record Talk(BufferedReader in, OutputStream out) {
    static Talk with(int port) {
      try {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        InputStreamReader reader =
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
        return new Talk(new BufferedReader(reader), socket.getOutputStream());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    void send(String request) throws IOException {
      out.write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads a line that has to begin with some words, and returns what follows them. */
    String answer(String words) throws IOException {
      String line = in.readLine();
      if (line == null || !line.startsWith(words)) {
        throw new IOException("the server has answered " + line);
      }
      return line.substring(words.length());
    }
  }
}
