package io.duetime.client.internal.engine;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.PendingTicks;
import io.duetime.QueueSettings;
import io.duetime.Scheduled;
import io.duetime.client.http.ApiPath;
import io.duetime.client.internal.http.HttpCall;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.JobBody;
import io.duetime.engine.Operation;
import io.duetime.engine.QueueControl;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.Problem;
import io.duetime.wire.RecurringJson;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SettingsJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Manages queues by calls to a server. */
interface HttpQueueControl extends QueueControl {
  String EXACT = "?payloadAs=base64";

  /** Where the calls go. */
  HttpCaller server();

  @Override
  default CompletionStage<List<String>> queues() {
    return queues("", List.of());
  }

  /** The names of all pages, beginning with those of the pages before. */
  private CompletionStage<List<String>> queues(String cursor, List<String> before) {
    return server()
        .get(Operation.QUEUES, "/v1/queues?counts=false" + cursor, NamePage::of)
        .thenCompose(page -> {
          List<String> names = Stream.concat(before.stream(), page.names.stream()).toList();
          return page.cursor == null
              ? CompletableFuture.completedStage(names)
              : queues("&cursor=" + ApiPath.value(page.cursor), names);
        });
  }

  @Override
  default CompletionStage<QueueSettings> settings(String queue) {
    return server()
        .get(
            Operation.SETTINGS,
            ApiPath.queue(queue),
            answer -> SettingsJson.read(answer.body().need("settings", Fields::object)));
  }

  @Override
  default CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    return server()
        .send(
            Operation.CONFIGURE,
            "PATCH",
            ApiPath.queue(queue),
            SettingsJson.of(settings),
            HttpQueueControl::stored)
        .thenCompose(stored ->
            stored.isPresent()
                ? CompletableFuture.completedStage(stored.get())
                : settings(queue)
                    .thenApply(now -> new Configured(ConfigureOutcome.CHANGED_MEANWHILE, now)));
  }

  private static Optional<Configured> stored(HttpCall.ServerAnswer answer) {
    return answer.changedMeanwhile()
        ? Optional.empty()
        : Optional.of(new Configured(ConfigureOutcome.STORED, SettingsJson.read(answer.body())));
  }

  @Override
  default CompletionStage<Boolean> deleteQueue(String queue) {
    return server()
        .send(
            Operation.DELETE_QUEUE,
            "DELETE",
            ApiPath.queue(queue) + "?all=true",
            null,
            answer -> answer.body().isOn("deleted"));
  }

  @Override
  default CompletionStage<Boolean> deleteEmptyQueue(String queue) {
    return server()
        .send(
            Operation.DELETE_EMPTY_QUEUE,
            "DELETE",
            ApiPath.queue(queue) + "?unused=true",
            null,
            answer -> answer.body().isOn("deleted"));
  }

  @Override
  default CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    JobBody sent = change.job().template().body();
    HttpCall call =
        HttpCall.of(
                Operation.PUT_RECURRING,
                "PUT",
                ApiPath.recurring(queue, change.job().name()) + EXACT)
            .with(RecurringJson.of(change))
            .with(HttpCall.VersionCondition.of(change.version()));
    return server()
        .send(
            call,
            answer ->
                answer.changedMeanwhile()
                    ? RecurringResult.changedMeanwhile()
                    : RecurringResult.done(RecurringJson.read(answer.body(), sent)));
  }

  @Override
  default CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return recurring(queue, null, new ArrayList<>());
  }

  /** Reads page after page, as each ends after a number of bytes. */
  private CompletionStage<List<RecurringJob.View>> recurring(
      String queue, @Nullable String cursor, List<RecurringJob.View> found) {
    String behind = cursor == null ? "" : "&cursor=" + ApiPath.value(cursor);
    return server()
        .get(
            Operation.RECURRING,
            ApiPath.queue(queue) + "/recurring" + EXACT + behind,
            HttpCall.ServerAnswer::body)
        .thenCompose(page -> {
          page.objects("recurring").forEach(one -> found.add(RecurringJson.read(one, null)));
          String next = page.text("cursor");
          return next == null
              ? CompletableFuture.completedStage(found)
              : recurring(queue, next, found);
        });
  }

  @Override
  default CompletionStage<RecurringResult> pauseRecurring(
      String queue, String name, OptionalLong version) {
    String path = ApiPath.recurring(queue, name) + "/pause" + EXACT;
    return change(HttpCall.of(Operation.PAUSE_RECURRING, "POST", path), version);
  }

  @Override
  default CompletionStage<RecurringResult> resumeRecurring(
      String queue, String name, OptionalLong version) {
    String path = ApiPath.recurring(queue, name) + "/resume" + EXACT;
    return change(HttpCall.of(Operation.RESUME_RECURRING, "POST", path), version);
  }

  @Override
  default CompletionStage<RecurringResult> removeRecurring(
      String queue, String name, OptionalLong version, PendingTicks pending) {
    String keeps = pending == PendingTicks.KEEP ? "&keepPending=true" : "";
    String path = ApiPath.recurring(queue, name) + EXACT + keeps;
    return change(HttpCall.of(Operation.REMOVE_RECURRING, "DELETE", path), version);
  }

  @Override
  default CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability) {
    String wanted = ApiPath.value(DurabilityText.write(durability));
    String path = ApiPath.recurring(queue, name) + "/run?durability=" + wanted;
    return server()
        .send(
            HttpCall.of(Operation.SCHEDULE, "POST", path),
            answer -> {
              if (answer.missing()) {
                return Optional.empty();
              }
              Fields body = answer.body();
              return Optional.of(
                  answer.refusesJob()
                      ? Scheduled.refused(
                          body.need("id", Fields::text), Problem.read(body).exception())
                      : Members.read(body, ResultJson::scheduled));
            });
  }

  private CompletionStage<RecurringResult> change(HttpCall call, OptionalLong version) {
    return server()
        .send(
            call.with(HttpCall.VersionCondition.of(version)),
            answer -> {
              if (answer.changedMeanwhile() || (answer.missing() && version.orElse(0) > 0)) {
                return RecurringResult.changedMeanwhile();
              }
              return definition(answer)
                  .map(RecurringResult::done)
                  .orElseGet(RecurringResult::unknown);
            });
  }

  // The change is made, whether or not the token may see the payload.
  private static Optional<RecurringJob.View> definition(HttpCall.ServerAnswer answer) {
    Fields body = answer.body();
    if (answer.missing() || (body.hasValue("removed") && !body.isOn("removed"))) {
      return Optional.empty();
    }
    Fields definition = Objects.requireNonNullElse(body.object("definition"), body);
    return Optional.of(RecurringJson.read(definition, JobBody.of(new byte[0])));
  }

  @Override
  default CompletionStage<Long> reserveNumbers(String queue, int size) {
    JsonShape body = JsonShape.object(out -> out.writeNumberProperty("size", size));
    return server()
        .send(
            Operation.RESERVE_NUMBERS,
            "POST",
            ApiPath.queue(queue) + "/numbers",
            body,
            answer -> answer.body().need("first", Fields::whole));
  }

  @Override
  default CompletionStage<Optional<String>> queueOfNumber(long number) {
    return server()
        .get(
            Operation.QUEUE_OF_NUMBER,
            "/v1/numbers/" + number,
            answer -> Optional.ofNullable(answer.body().text("queue")));
  }

  /** One page of the names of queues; the cursor of the last page is null. */
  record NamePage(List<String> names, @Nullable String cursor) {
    static NamePage of(HttpCall.ServerAnswer answer) {
      return new NamePage(
          answer.body().objects("queues").stream().map(NamePage::name).toList(),
          answer.body().text("cursor"));
    }

    private static String name(Fields queue) {
      return queue.need("queue", Fields::text);
    }
  }
}
