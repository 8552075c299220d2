package io.duetime.internal.memory;

import io.duetime.Durability;
import io.duetime.JobPage;
import io.duetime.Scheduled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Copies byte arrays on their way into the heap and out of it, so that a caller that changes its
 * array does not change the store.
 */
final class CopyingEngine extends ForwardingEngine {
  CopyingEngine(Engine inner) {
    super(inner);
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return super.schedule(queue, jobs.stream().map(CopyingEngine::copy).toList(), durability);
  }

  private static JobSpec copy(JobSpec job) {
    return job.toBuilder().body(job.body().copy()).build();
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return super.claim(queue, request).thenApply(CopyingEngine::copy);
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return super.claimById(queue, ids, request).thenApply(CopyingEngine::copy);
  }

  private static ClaimResult copy(ClaimResult claimed) {
    return claimed.jobs().isEmpty()
        ? claimed
        : new ClaimResult(
            claimed.jobs().stream().map(ClaimedJob::copy).toList(),
            claimed.nowMillis(),
            claimed.comeBackAtMillis());
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return super.find(queue, id).thenApply(found -> found.map(JobView::copy));
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return super.list(queue, selection, cursor, limit)
        .thenApply(
            page -> new JobPage<>(page.jobs().stream().map(JobView::copy).toList(), page.cursor()));
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    return super.putDocument(collection, name, version, content.clone());
  }

  @Override
  public CompletionStage<Optional<Document>> document(String collection, String name) {
    return super.document(collection, name).thenApply(found -> found.map(CopyingEngine::copy));
  }

  @Override
  public CompletionStage<List<Document>> documents(
      String collection, @Nullable String after, int limit) {
    return super.documents(collection, after, limit)
        .thenApply(all -> all.stream().map(CopyingEngine::copy).toList());
  }

  private static Document copy(Document document) {
    return new Document(document.name(), document.version(), document.content().clone());
  }
}
