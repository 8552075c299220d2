package io.duetime.client.internal.engine;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.QueueSettings;
import io.duetime.client.internal.http.Answer;
import io.duetime.client.internal.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.client.internal.json.JsonBody;
import io.duetime.client.internal.json.JsonObject;
import io.duetime.client.internal.json.RecurringForm;
import io.duetime.client.internal.json.SettingsForm;
import io.duetime.engine.Operation;
import io.duetime.engine.QueueControl;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Manages queues by calls to a server. */
final class HttpQueueControl implements QueueControl {
  private static final String EXACT = "?payloadAs=base64";

  private final HttpCaller server;

  HttpQueueControl(HttpCaller server) {
    this.server = server;
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return server
        .get(Operation.QUEUES, "/v1/queues?counts=false")
        .thenApply(answer ->
            answer.body().objects("queues").stream().map(one -> one.text("queue")).toList());
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return server
        .get(Operation.SETTINGS, ApiPath.queue(queue))
        .thenApply(answer -> SettingsForm.read(answer.body().object("settings")));
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    return server
        .send(Operation.CONFIGURE, "PATCH", ApiPath.queue(queue), SettingsForm.of(settings))
        .thenCompose(answer ->
            answer.changedMeanwhile()
                ? settings(queue)
                    .thenApply(now -> new Configured(ConfigureOutcome.CHANGED_MEANWHILE, now))
                : CompletableFuture.completedStage(
                    new Configured(ConfigureOutcome.STORED, SettingsForm.read(answer.body()))));
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return server
        .send(Operation.DELETE_QUEUE, "DELETE", ApiPath.queue(queue) + "?all=true", null)
        .thenApply(answer -> answer.body().flag("deleted"));
  }

  @Override
  public CompletionStage<RecurringJob.View> putRecurring(String queue, RecurringChange change) {
    String path = ApiPath.recurring(queue, change.job().name()) + EXACT;
    return server
        .send(Operation.PUT_RECURRING, "PUT", path, RecurringForm.of(change))
        .thenApply(answer -> RecurringForm.read(answer.body()));
  }

  @Override
  public CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return server
        .get(Operation.RECURRING, ApiPath.queue(queue) + "/recurring" + EXACT)
        .thenApply(answer ->
            answer.body().objects("recurring").stream().map(RecurringForm::read).toList());
  }

  @Override
  public CompletionStage<Optional<RecurringJob.View>> pauseRecurring(String queue, String name) {
    String path = ApiPath.recurring(queue, name) + "/pause" + EXACT;
    return server
        .send(Operation.PAUSE_RECURRING, "POST", path, null)
        .thenApply(HttpQueueControl::found);
  }

  @Override
  public CompletionStage<Optional<RecurringJob.View>> resumeRecurring(String queue, String name) {
    String path = ApiPath.recurring(queue, name) + "/resume" + EXACT;
    return server
        .send(Operation.RESUME_RECURRING, "POST", path, null)
        .thenApply(HttpQueueControl::found);
  }

  private static Optional<RecurringJob.View> found(Answer answer) {
    return answer.missing() ? Optional.empty() : Optional.of(RecurringForm.read(answer.body()));
  }

  @Override
  public CompletionStage<Optional<RecurringJob.View>> removeRecurring(String queue, String name) {
    return server
        .send(
            Operation.REMOVE_RECURRING, "DELETE", ApiPath.recurring(queue, name) + EXACT, null)
        .thenApply(answer -> removed(answer.body()));
  }

  private static Optional<RecurringJob.View> removed(JsonObject body) {
    return body.flag("removed")
        ? Optional.of(RecurringForm.read(body.object("definition")))
        : Optional.empty();
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    JsonBody body = JsonBody.object(out -> out.writeNumberProperty("size", size));
    return server
        .send(Operation.RESERVE_NUMBERS, "POST", ApiPath.queue(queue) + "/numbers", body)
        .thenApply(answer -> answer.body().whole("first"));
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return server
        .get(Operation.QUEUE_OF_NUMBER, "/v1/numbers/" + number)
        .thenApply(answer -> Optional.ofNullable(answer.body().textOrNull("queue")));
  }

  @Override
  public CompletionStage<OptionalLong> lastNumber() {
    return server
        .get(Operation.LAST_NUMBER, "/v1/numbers")
        .thenApply(answer ->
            answer.body().has("last")
                ? OptionalLong.of(answer.body().whole("last"))
                : OptionalLong.empty());
  }
}
