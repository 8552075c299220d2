package io.duetime.cli.moving;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.remote.ServerReply;
import io.duetime.client.http.ApiPath;
import io.duetime.engine.JobSpec;
import io.duetime.internal.time.Threads;
import io.duetime.server.moving.MoveTarget;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import tools.jackson.databind.JsonNode;

/** A server, which is sent the two halves of a page at the same time. */
final class ServerTarget implements MoveTarget {
  private static final int LONGEST_LINE = 4 << 20;
  private static final Answer TOO_LARGE =
      new Answer(Outcome.REFUSED, "its line for the server is longer than 4 MiB");
  private static final Answer UNANSWERED = new Answer(Outcome.PUT_OFF, "it was not answered");

  private static final Map<String, String> NDJSON = Map.of("Content-Type", "application/x-ndjson");

  private final Remote remote;
  private final ExecutorService sender = Threads.pool("duetime-import-send", 1);

  ServerTarget(Remote remote) {
    this.remote = remote;
  }

  @Override
  public List<Answer> store(String queue, List<JobSpec> jobs) {
    int half = hasEachIdOnce(jobs) ? jobs.size() / 2 : 0;
    CompletableFuture<List<Answer>> first =
        CompletableFuture.supplyAsync(() -> send(queue, jobs.subList(0, half)), sender);
    List<Answer> second = send(queue, jobs.subList(half, jobs.size()));
    List<Answer> answers = new ArrayList<>(answer(first));
    answers.addAll(second);
    return answers;
  }

  /** Jobs of one id have to be stored in their order. */
  private static boolean hasEachIdOnce(List<JobSpec> jobs) {
    return jobs.stream().map(JobSpec::id).distinct().count() == jobs.size();
  }

  private static List<Answer> answer(CompletableFuture<List<Answer>> sent) {
    try {
      return sent.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RemoteFailure known ? known : failed;
    }
  }

  private List<Answer> send(String queue, List<JobSpec> jobs) {
    List<Answer> answers = new ArrayList<>(Collections.nCopies(jobs.size(), UNANSWERED));
    if (jobs.isEmpty()) {
      return answers;
    }
    byte[] lines = lines(jobs, answers);
    try {
      remote
          .send("POST", ApiPath.queue(queue) + "/jobs", lines, NDJSON)
          .text()
          .lines()
          .forEach(line -> hear(line, answers));
    } catch (RemoteFailure failure) {
      if (!failure.mayRepeat()) {
        throw failure;
      }
      Answer putOff = new Answer(Outcome.PUT_OFF, String.valueOf(failure.getMessage()));
      answers.replaceAll(answer -> answer.equals(TOO_LARGE) ? answer : putOff);
    }
    return answers;
  }

  /** Writes a line for each job; a blank one keeps the place of one that is too long. */
  private static byte[] lines(List<JobSpec> jobs, List<Answer> answers) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (int i = 0; i < jobs.size(); i++) {
      byte[] line = JobLine.of(jobs.get(i));
      if (line.length >= LONGEST_LINE) {
        answers.set(i, TOO_LARGE);
      } else {
        lines.writeBytes(line);
      }
      lines.write('\n');
    }
    return lines.toByteArray();
  }

  private static void hear(String line, List<Answer> answers) {
    JsonNode answer = ServerReply.json(line);
    int place = answer.path("line").asInt() - 1;
    if (place < 0 || place >= answers.size()) {
      throw new RemoteFailure("the server answered a line that was not sent", false);
    }
    answers.set(place, read(answer));
  }

  private static Answer read(JsonNode answer) {
    JsonNode error = answer.path("error");
    if (error.isMissingNode()) {
      return JobLine.answer(answer.path("outcome").asString(""));
    }
    String code = error.path("code").asString("");
    String why = error.path("detail").asString("") + " (" + code + ")";
    return new Answer(RemoteFailure.mayPass(code) ? Outcome.PUT_OFF : Outcome.REFUSED, why);
  }

  @Override
  public void close() {
    sender.shutdown();
  }
}
