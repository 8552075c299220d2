package io.duetime.client.internal.json;

import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import org.jspecify.annotations.Nullable;

/** Reads jobs: found, listed, claimed. */
public final class JobJson {
  private JobJson() {}

  /** Reads the answer to a claim. */
  public static ClaimResult claim(JsonFields result) {
    return new ClaimResult(
        result.objects("jobs").stream().map(JobJson::claimed).toList(),
        result.moment("now"),
        result.moment("next"),
        result.wholeOrZero("claimNumber"));
  }

  private static ClaimedJob claimed(JsonFields job) {
    return new ClaimedJob(
        LeaseToken.parse(job.text("lease")),
        ValueJson.body(job),
        times(job),
        job.whole("priority"),
        new ClaimedJob.Run(
            job.count("attempt"), maxAttempts(job), job.moment("leaseUntil"), mayHaveArrived(job)));
  }

  /** Reads a page of jobs. */
  public static JobPage<JobView> page(JsonFields page) {
    return new JobPage<>(
        page.objects("jobs").stream().map(JobJson::job).toList(), page.textOrNull("cursor"));
  }

  /** Reads a job. */
  public static JobView job(JsonFields job) {
    return new JobView(
        job.text("id"),
        JobState.valueOf(job.text("state")),
        ValueJson.body(job),
        times(job),
        traits(job),
        lease(job),
        end(job),
        job.objects("history").stream().map(JobJson::attempt).toList(),
        job.has("successorDueAt") ? job.moment("successorDueAt") : null);
  }

  private static ClaimedJob.Times times(JsonFields job) {
    return new ClaimedJob.Times(
        job.moment("dueAt"), job.moment("firstDueAt"), job.moment("scheduledAt"));
  }

  private static JobView.Traits traits(JsonFields job) {
    return new JobView.Traits(
        job.whole("priority"),
        job.texts("tags"),
        job.count("attempt"),
        maxAttempts(job),
        job.whole("fence"),
        mayHaveArrived(job));
  }

  private static boolean mayHaveArrived(JsonFields job) {
    return job.has("mayHaveArrived") && job.flag("mayHaveArrived");
  }

  private static int maxAttempts(JsonFields job) {
    return job.has("maxAttempts") ? job.count("maxAttempts") : Integer.MAX_VALUE;
  }

  private static JobView.@Nullable LeaseView lease(JsonFields job) {
    return job.has("leasedAt")
        ? new JobView.LeaseView(
            job.text("consumer"),
            job.moment("leasedAt"),
            job.moment("leaseUntil"),
            job.flag("cancelRequested"))
        : null;
  }

  private static JobView.@Nullable End end(JsonFields job) {
    return job.has("reason")
        ? new JobView.End(job.moment("endedAt"), job.text("reason"), job.text("message"))
        : null;
  }

  private static AttemptRecord attempt(JsonFields attempt) {
    return new AttemptRecord(
        attempt.count("attempt"),
        attempt.moment("startedAt"),
        attempt.moment("endedAt"),
        AttemptRecord.Outcome.valueOf(attempt.text("outcome")),
        attempt.text("error"),
        attempt.text("fingerprint"));
  }
}
