package io.duetime.client.internal.json;

import io.duetime.JobState;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.JobViewPage;
import io.duetime.engine.LeaseToken;
import org.jspecify.annotations.Nullable;

/** Reads jobs: found, listed, claimed. */
public final class JobReader {
  private JobReader() {}

  /** Reads the answer to a claim. */
  public static ClaimResult claim(JsonObject result) {
    return new ClaimResult(
        result.objects("jobs").stream().map(JobReader::claimed).toList(),
        result.moment("now"),
        result.moment("next"),
        result.wholeOrZero("claimNumber"));
  }

  private static ClaimedJob claimed(JsonObject job) {
    return new ClaimedJob(
        LeaseToken.parse(job.text("lease")),
        Forms.body(job),
        times(job),
        job.whole("priority"),
        new ClaimedJob.Run(job.count("attempt"), maxAttempts(job), job.moment("leaseUntil")));
  }

  /** Reads a page of jobs. */
  public static JobViewPage page(JsonObject page) {
    return new JobViewPage(
        page.objects("jobs").stream().map(JobReader::job).toList(), page.textOrNull("cursor"));
  }

  /** Reads a job. */
  public static JobView job(JsonObject job) {
    return new JobView(
        job.text("id"),
        JobState.valueOf(job.text("state")),
        Forms.body(job),
        times(job),
        traits(job),
        lease(job),
        end(job),
        job.objects("history").stream().map(JobReader::attempt).toList(),
        job.has("successorDueAt") ? job.moment("successorDueAt") : null);
  }

  private static ClaimedJob.Times times(JsonObject job) {
    return new ClaimedJob.Times(
        job.moment("dueAt"), job.moment("firstDueAt"), job.moment("scheduledAt"));
  }

  private static JobView.Traits traits(JsonObject job) {
    return new JobView.Traits(
        job.whole("priority"),
        job.texts("tags"),
        job.count("attempt"),
        maxAttempts(job),
        job.whole("fence"));
  }

  private static int maxAttempts(JsonObject job) {
    return job.has("maxAttempts") ? job.count("maxAttempts") : Integer.MAX_VALUE;
  }

  private static JobView.@Nullable LeaseView lease(JsonObject job) {
    return job.has("leasedAt")
        ? new JobView.LeaseView(
            job.text("consumer"),
            job.moment("leasedAt"),
            job.moment("leaseUntil"),
            job.flag("cancelRequested"))
        : null;
  }

  private static JobView.@Nullable End end(JsonObject job) {
    return job.has("reason")
        ? new JobView.End(job.moment("endedAt"), job.text("reason"), job.text("message"))
        : null;
  }

  private static AttemptRecord attempt(JsonObject attempt) {
    return new AttemptRecord(
        attempt.count("attempt"),
        attempt.moment("startedAt"),
        attempt.moment("endedAt"),
        AttemptRecord.Outcome.valueOf(attempt.text("outcome")),
        attempt.text("error"));
  }
}
