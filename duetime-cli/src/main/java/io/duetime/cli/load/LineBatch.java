package io.duetime.cli.load;

import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.remote.ServerReply;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/**
 * Lines that are sent together to one queue until each is accepted or refused for good. A repeated
 * line keeps its place, by which the server recognises it, so that no job is created twice.
 */
final class LineBatch {
  private static final int MAX_LINES = 1_000;
  private static final int MAX_BYTES = 1 << 20;

  private final String queue;
  private final List<JobLines.Line> lines = new ArrayList<>();
  private final SortedMap<Integer, String> whyLeft = new TreeMap<>();
  private int bytes;

  LineBatch(String queue) {
    this.queue = queue;
  }

  String queue() {
    return queue;
  }

  boolean hasRoomFor(JobLines.Line line) {
    return lines.size() < MAX_LINES
        && bytes + line.json().length <= MAX_BYTES
        && queue.equals(line.queue());
  }

  void add(JobLines.Line line) {
    whyLeft.put(lines.size(), "it was not sent");
    lines.add(line);
    bytes += line.json().length + 1;
  }

  /** The number of the first line. */
  long first() {
    return lines.get(0).number();
  }

  int left() {
    return whyLeft.size();
  }

  /** Why the first remaining line was not accepted, and how to continue there. */
  String advice() {
    Map.Entry<Integer, String> next = whyLeft.entrySet().iterator().next();
    return next.getValue() + "; continue with --from-line " + lines.get(next.getKey()).number();
  }

  void forEachLeft(BiConsumer<JobLines.Line, String> sink) {
    whyLeft.forEach((place, why) -> sink.accept(lines.get(place), why));
  }

  /** The remaining lines, each at its place. */
  byte[] body() {
    ByteArrayOutputStream body = new ByteArrayOutputStream(bytes);
    for (int place = 0; place < lines.size(); place++) {
      if (whyLeft.containsKey(place)) {
        body.writeBytes(lines.get(place).json());
      }
      body.write('\n');
    }
    return body.toByteArray();
  }

  /** Notes why the remaining lines have no answer. */
  void unanswered(String why) {
    whyLeft.replaceAll((place, before) -> why);
  }

  /** Reads the answers to the remaining lines, and reports the final ones. */
  void answered(ServerReply reply, LoadReport report) {
    unanswered("it was not answered");
    reply.text().lines().map(ServerReply::json).forEach(answer -> hear(answer, report));
  }

  private void hear(JsonNode answer, LoadReport report) {
    int place = answer.path("line").asInt() - 1;
    if (!whyLeft.containsKey(place)) {
      throw new RemoteFailure("the server answered a line that was not sent", false);
    }
    String outcome = answer.path("outcome").asString(LoadReport.REFUSED);
    String code = answer.path("error").path("code").asString("");
    String detail = answer.path("error").path("detail").asString("");
    if (outcome.equals(LoadReport.REFUSED) && RemoteFailure.mayPass(code)) {
      whyLeft.put(place, detail + " (" + code + ")");
      return;
    }
    whyLeft.remove(place);
    if (outcome.equals(LoadReport.REFUSED)) {
      report.refused(lines.get(place).number(), lines.get(place).id(), detail);
    } else {
      report.accepted(outcome);
    }
  }
}
