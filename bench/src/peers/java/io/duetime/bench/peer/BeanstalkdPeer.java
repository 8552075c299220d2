package io.duetime.bench.peer;

import io.duetime.bench.harness.JobSource;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The protocol of beanstalkd, a blocking connection for each thread. */
final class BeanstalkdPeer implements Peer {
  private static final long STEP_MILLIS = 1_000;

  /**
   * The seconds after which a job of a killed consumer would come back, were it still connected.
   */
  private static final int TIME_TO_RUN = 30;

  private final Place place;
  private final ThreadLocal<Talk> talks;

  /** The server gives the numbers, so the client has to remember them. */
  private final Map<String, String> numbers = new ConcurrentHashMap<>();

  BeanstalkdPeer(Place place) {
    this.place = place;
    this.talks = ThreadLocal.withInitial(() -> new Talk(place.port()));
  }

  private static String put(Job job) {
    long seconds = (job.delayMillis() + STEP_MILLIS - 1) / STEP_MILLIS;
    String head = "put 1000 " + seconds + " " + TIME_TO_RUN + " " + JobSource.PAYLOAD_BYTES;
    return head + "\r\n" + job.payload() + "\r\n";
  }

  @Override
  public void schedule(Job job) throws IOException {
    Talk talk = talks.get();
    talk.send(put(job));
    numbers.put(job.id(), talk.answer("INSERTED "));
  }

  @Override
  public void scheduleAll(List<Job> jobs) throws IOException {
    Talk talk = talks.get();
    StringBuilder puts = new StringBuilder();
    jobs.forEach(job -> puts.append(put(job)));
    talk.send(puts.toString());
    for (Job job : jobs) {
      numbers.put(job.id(), talk.answer("INSERTED "));
    }
  }

  @Override
  public void consume(int consumers, Consumer<Job> handler) {
    for (int i = 0; i < consumers; i++) {
      Talk talk = new Talk(place.port());
      Thread thread = new Thread(() -> consume(talk, handler), "consumer-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void consume(Talk talk, Consumer<Job> handler) {
    try {
      while (true) {
        talk.send("reserve\r\n");
        String[] reserved = talk.answer("RESERVED ").split(" ", 2);
        Job job = Job.of(talk.body(Integer.parseInt(reserved[1])));
        handler.accept(job);
        numbers.remove(job.id());
        talk.send("delete " + reserved[0] + "\r\n");
        talk.answer("DELETED");
      }
    } catch (SocketException | EOFException closed) {
      talk.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public boolean cancel(Job job) throws IOException {
    Talk talk = talks.get();
    talk.send("delete " + numbers.remove(job.id()) + "\r\n");
    talk.answer("DELETED");
    return true;
  }

  @Override
  public long stepMillis() {
    return STEP_MILLIS;
  }

  @Override
  public void close() {
    talks.get().close();
  }

  /** A connection. */
  private static final class Talk {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Talk(int port) {
      try {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    void send(String request) throws IOException {
      out.write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads a line that has to begin with some words, and returns what follows them. */
    String answer(String words) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("closed");
        }
        line.append((char) next);
      }
      String answer = line.toString().stripTrailing();
      if (!answer.startsWith(words)) {
        throw new IOException("the server has answered " + answer);
      }
      return answer.substring(words.length());
    }

    byte[] body(int length) throws IOException {
      byte[] body = in.readNBytes(length);
      in.skipNBytes(2);
      return body;
    }

    void close() {
      try {
        socket.close();
      } catch (IOException closed) {
        // It is gone anyway.
      }
    }
  }
}
