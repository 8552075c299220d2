package io.duetime.bench.peer;

import io.duetime.bench.harness.LinuxProcess;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tools.jackson.databind.ObjectMapper;

/**
 * BullMQ in a process of Node, which {@code bullmq.mjs} describes: it reads requests, JSON a line
 * each, and writes lines of numbers: its answers, and the jobs that have come.
 */
final class NodePeer implements Peer {
  private final ObjectMapper json = new ObjectMapper();
  private final BlockingQueue<long[]> answers = new LinkedBlockingQueue<>();
  private final Process node;
  private final Writer requests;
  private volatile Handler handler = (id, dueMillis, lateMicros) -> {};

  NodePeer(Place place) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(Programs.bullMq(place.uri()));
    node = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    requests = node.outputWriter();
    Thread reader = new Thread(this::read, "node");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    node.inputReader().lines().map(line -> line.split(" ", -1)).forEach(this::read);
    answers.add(new long[0]); // the end
  }

  private void read(String... words) {
    if (words[0].equals("job")) {
      handler.handle(words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
    } else {
      answers.add(Stream.of(words).mapToLong(Long::parseLong).toArray());
    }
  }

  private long[] answer(String request, Object value) throws IOException, InterruptedException {
    requests.write(json.writeValueAsString(Map.of("request", request, "value", value)) + "\n");
    requests.flush();
    long[] answer = answers.take();
    if (answer.length == 0) {
      throw new IOException("Node has ended");
    }
    return answer;
  }

  @Override
  public boolean hasBatches() {
    return true;
  }

  @Override
  public long schedule(Plan plan) throws Exception {
    return answer("schedule", plan)[0];
  }

  @Override
  public void consume(int consumers, Handler jobs) throws Exception {
    handler = jobs;
    answer("consume", consumers);
  }

  @Override
  public Optional<Calls> change(Kind kind) throws Exception {
    long[] answer = answer("change", kind);
    return Optional.of(
        new Calls(LongStream.of(Arrays.copyOfRange(answer, 1, answer.length)), answer[0]));
  }

  @Override
  public double cpuSeconds() {
    return new LinuxProcess(node.pid()).cpuSeconds();
  }
}
