package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Items;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.server.json.FailureGroups;
import io.duetime.server.task.RedriveParts;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskProgress.Phase;
import io.duetime.server.task.Task.TaskWork;
import io.duetime.server.task.TaskJson;
import io.duetime.server.task.TaskKeeper;
import io.duetime.server.task.TaskStepper;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.Members;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.ResultJson;
import io.duetime.wire.UpdateJson;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Lists and changes many jobs at once, by ids or by filter. A small change by filter is made at
 * once; a large one, or one that the caller wants in the background, becomes a task.
 *
 * @param executor groups dead jobs
 */
record BatchRoutes(Engine engine, TaskStepper stepper, TaskKeeper tasks, Executor executor) {
  private static final String QUEUE = "/v1/queues/{queue}";
  private static final String JOBS = JobRoutes.JOBS;
  private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);
  private static final Set<JobState> DEAD = Set.of(JobState.DEAD);

  /** The filter of dead jobs. */
  private static final List<String> FILTER =
      List.of("from", "to", "tag", "reason", "fingerprint", "errorLike");

  private static final List<String> PAGE = List.of("cursor", "limit", "payloadAs");

  private static final List<String> STEP =
      List.of("dryRun", "delay", "dueAt", "spread", "task", "by", "begunAt", "upTo");

  /** The query parameters of a bulk change. */
  private static final List<String> BULK = List.of("dryRun", "background");

  private static final List<String> SHIFT = List.of("ids", "all", "by", "spread", "dryRun");

  private static final int DEFAULT_PAGE = 100;
  private static final int DEFAULT_STEP = 1_000;
  private static final int MAX_GROUPED = 100_000;

  /** The steps of a count after which a change becomes a task: from 10,000 jobs on. */
  private static final int COUNT_STEPS = 10;

  List<Route> routes() {
    Rule read = Rule.queue(Role.READ);
    Rule produce = Rule.queue(Role.PRODUCE);
    Rule admin = Rule.queue(Role.ADMIN).audited();
    Rule byFilter = produce.audited(Rule.Audit.BY_FILTER);
    return List.of(
        Route.get(JOBS, read, call -> listOrGroup(call, Set.of(), List.of("fingerprint")))
            .query(ChangeJson.FILTER_FIELDS)
            .query("groupBy")
            .query(PAGE),
        Route.post(JOBS + "/list", read, BodyRule.JSON, this::list),
        Route.patch(JOBS, byFilter, this::update).query(BULK),
        Route.delete(JOBS, produce.audited(), this::remove)
            .query(ChangeJson.FILTER_FIELDS)
            .query("all")
            .query(BULK),
        Route.post(
                JOBS + "/cancel", produce.audited(Rule.Audit.BY_ADMIN), BodyRule.JSON, this::cancel)
            .query("durability"),
        Route.post(JOBS + "/reschedule", byFilter, BodyRule.JSON, this::move)
            .query(BULK)
            .query("durability"),
        Route.post(JOBS + "/shift", byFilter, BodyRule.JSON, this::shift),
        Route.post(JOBS + "/change", byFilter, BodyRule.JSON, this::step),
        Route.get(
                QUEUE + "/dead",
                read,
                call -> listOrGroup(call, DEAD, List.of("reason", "fingerprint")))
            .query(FILTER)
            .query("groupBy")
            .query(PAGE),
        Route.post(QUEUE + "/redrive", admin, BodyRule.JSON, this::redrive).query(BULK),
        Route.post(QUEUE + "/purge", admin, BodyRule.JSON, this::purge).query(BULK));
  }

  private static List<String> all(List<List<String>> names) {
    return names.stream().flatMap(List::stream).toList();
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    return list(
        call, call.json(all(List.of(ChangeJson.FILTER_FIELDS, List.of("ids"), PAGE))), Set.of());
  }

  /** Lists the jobs that the fields select; without a state in them, those in some states. */
  private CompletionStage<HttpAnswer> list(Call call, Fields fields, Set<JobState> states) {
    String queue = call.queue();
    Selection selection = selection(call, fields, states, true);
    int limit = fields.count("limit", DEFAULT_PAGE, Limits.MAX_PAGE);
    PayloadForm form = call.form(fields);
    return engine
        .list(queue, selection, fields.text("cursor"), limit)
        .thenApply(
            page -> HttpAnswer.ok(JobJson.page(queue, page, form)).holding(JobJson.bytes(page)));
  }

  private CompletionStage<HttpAnswer> listOrGroup(
      Call call, Set<JobState> states, List<String> groupings) {
    Fields query = call.query();
    String groupBy = query.text("groupBy");
    if (groupBy == null) {
      return list(call, query, states);
    }
    if (!groupings.contains(groupBy)) {
      throw new InvalidRequestException("groupBy", groupBy, String.join(" or ", groupings));
    }
    Selection selection = selection(call, query, states, true);
    boolean withErrors = call.form(query) != PayloadForm.HIDDEN;
    return engine
        .nowMillis()
        .thenCompose(now -> {
          FailureGroups groups =
              groupBy.equals("reason")
                  ? FailureGroups.byReason(withErrors)
                  : FailureGroups.byFingerprint(withErrors, now);
          return group(call.queue(), selection, null, groups, 0);
        })
        .thenApply(groups -> HttpAnswer.ok(groups.shape()));
  }

  private CompletionStage<FailureGroups> group(
      String queue, Selection selection, @Nullable String cursor, FailureGroups groups, int read) {
    return engine
        .list(queue, selection, cursor, Limits.MAX_PAGE)
        .thenComposeAsync(
            page -> {
              page.jobs().forEach(groups::add);
              int soFar = read + page.jobs().size();
              if (page.cursor() != null && soFar < MAX_GROUPED) {
                return group(queue, selection, page.cursor(), groups, soFar);
              }
              groups.setComplete(page.cursor() == null);
              return CompletableFuture.completedStage(groups);
            },
            executor);
  }

  /** Cancels waiting jobs, or purges dead ones. */
  private CompletionStage<HttpAnswer> remove(Call call) {
    Selection selection = selection(call, call.query(), WAITING, call.query().isOn("dryRun"));
    BulkChange change = removal(selection);
    requireRole(call, selection, change);
    return run(call, selection, change, RedriveParts.NONE);
  }

  private static BulkChange removal(Selection selection) {
    if (WAITING.containsAll(selection.states())) {
      return new BulkChange.Cancel();
    }
    if (selection.states().equals(DEAD)) {
      return new BulkChange.Purge();
    }
    throw new InvalidRequestException(
        "state",
        selection.states(),
        "DELAYED and READY, which are cancelled, or DEAD, which is purged");
  }

  /** Reads a filter, which only a list and a dry run may leave out. */
  private static Selection selection(
      Call call, Fields fields, Set<JobState> states, boolean isOptional) {
    Selection selection =
        isOptional
            ? ChangeJson.selection(fields, states)
            : ChangeJson.selectionForChange(fields, states);
    // Whether a text is found tells of the error, which may quote a payload.
    if (selection.failure().errorLike() != null) {
      call.require(Role.PAYLOAD);
    }
    return selection;
  }

  /** Changes values of waiting jobs, or of dead ones, in their places. */
  private CompletionStage<HttpAnswer> update(Call call) {
    Fields fields =
        call.json(
            all(
                List.of(
                    ChangeJson.FILTER_FIELDS, List.of("ids", "all"), UpdateJson.FILTERED_FIELDS)));
    BulkChange change = new BulkChange.Update(UpdateJson.change(Members.reading(fields)));
    Selection selection = selection(call, fields, WAITING, call.query().isOn("dryRun"));
    if (!WAITING.containsAll(selection.states()) && !selection.states().equals(DEAD)) {
      throw new InvalidRequestException(
          "state", selection.states(), "DELAYED and READY, or DEAD alone");
    }
    requireRole(call, selection, change);
    return run(call, selection, change, RedriveParts.NONE);
  }

  private static void requireRole(Call call, Selection selection, BulkChange change) {
    if (change.isOfDeadJobs(selection)) {
      call.require(Role.ADMIN);
    }
  }

  private CompletionStage<HttpAnswer> cancel(Call call) {
    Items<String> jobs = Items.ids(call.json(List.of("ids")));
    return engine
        .cancel(call.queue(), jobs.valid(), call.durability(engine))
        .thenApply(results ->
            jobs.answer(results, result -> Members.shape(result, ResultJson::cancelled)));
  }

  /** Moves jobs by their ids, or all waiting jobs that pass a filter. */
  private CompletionStage<HttpAnswer> move(Call call) {
    Fields fields =
        call.json(
            all(
                List.of(
                    List.of("ids", "all", "changes"),
                    ChangeJson.FILTER_FIELDS,
                    ChangeJson.RESCHEDULE_FIELDS)));
    if (fields.has("changes")) {
      return reschedule(call, changes(fields));
    }
    Reschedule pattern = ChangeJson.reschedule("any", fields);
    if (fields.has("ids") && ChangeJson.FILTER_FIELDS.stream().noneMatch(fields::has)) {
      return moveByIds(call, Items.ids(fields), pattern);
    }
    if (!pattern.only().equals(Reschedule.Condition.ALWAYS)) {
      throw new InvalidRequestException(
          "ids", null, "ids, or a filter (from, to, tag, all) without only and ifDueAt");
    }
    String durability = call.query().text("durability");
    if (durability != null) {
      throw new InvalidRequestException("durability", durability, "only with ids");
    }
    Selection selection = selection(call, fields, WAITING, call.query().isOn("dryRun"));
    return run(call, selection, new BulkChange.Move(pattern.due()), RedriveParts.NONE);
  }

  private static Items<Reschedule> changes(Fields fields) {
    return Items.read(
        "changes",
        fields.objects("changes", all(List.of(List.of("id"), ChangeJson.RESCHEDULE_FIELDS))),
        change -> {
          String id = Objects.requireNonNullElse(change.text("id"), "");
          return Items.Item.read(0, id, () -> ChangeJson.reschedule(id, change));
        });
  }

  private CompletionStage<HttpAnswer> moveByIds(Call call, Items<String> jobs, Reschedule pattern) {
    for (String name : BULK) {
      if (call.query().isOn(name)) {
        throw new InvalidRequestException(name, "true", "only with a filter");
      }
    }
    return reschedule(call, jobs.map(id -> new Reschedule(id, pattern.due(), pattern.only())));
  }

  /** Moves each job in its own way; an invalid change is refused by itself. */
  private CompletionStage<HttpAnswer> reschedule(Call call, Items<Reschedule> changes) {
    return engine
        .reschedule(call.queue(), changes.valid(), call.durability(engine))
        .thenApply(results ->
            changes.answer(results, result -> Members.shape(result, ResultJson::rescheduled)));
  }

  /** Starts a task that shifts jobs, or tells what it would do. */
  private CompletionStage<HttpAnswer> shift(Call call) {
    Fields fields = call.json(all(List.of(ChangeJson.FILTER_FIELDS, SHIFT)));
    boolean dryRun = fields.isOn("dryRun");
    Selection selection = selection(call, fields, WAITING, dryRun);
    if (!WAITING.containsAll(selection.states())) {
      throw new InvalidRequestException("state", selection.states(), "DELAYED and READY");
    }
    long by = ChangeJson.by(fields);
    Duration spread = fields.duration("spread");
    long spreadMillis = spread == null ? 0 : Limits.delayMillis(spread);
    return engine
        .nowMillis()
        .thenCompose(now -> {
          // The task gives the shift its own name.
          BulkChange change = new BulkChange.Shift("new", by, spreadMillis, now);
          TaskWork work = new TaskWork(call.queue(), selection, change, dryRun);
          return dryRun
              ? stepper
                  .finish(work, TaskProgress.NONE)
                  .thenApply(counted -> HttpAnswer.ok(TaskJson.shift(counted.sum())))
              : tasks.start(work, TaskProgress.NONE).thenApply(TaskRoutes::started);
        });
  }

  private CompletionStage<HttpAnswer> redrive(Call call) {
    Fields fields =
        call.json(all(List.of(FILTER, List.of("ids", "all", "spread"), RedriveParts.FIELDS)));
    RedriveParts parts = RedriveParts.read(fields);
    Duration spread = fields.duration("spread");
    BulkChange change = new BulkChange.Redrive(spread == null ? 0 : Limits.delayMillis(spread));
    boolean dryRun = call.query().isOn("dryRun");
    Selection dead = selection(call, fields, DEAD, dryRun);
    return dryRun || parts.equals(RedriveParts.NONE)
        ? run(call, dead, change, parts)
        : start(new TaskWork(call.queue(), dead, change, parts, false, null), TaskProgress.NONE);
  }

  private CompletionStage<HttpAnswer> purge(Call call) {
    Fields fields = call.json(all(List.of(FILTER, List.of("ids", "all"))));
    Selection dead = selection(call, fields, DEAD, call.query().isOn("dryRun"));
    return run(call, dead, new BulkChange.Purge(), RedriveParts.NONE);
  }

  /** Makes a change at once or as a task. */
  private CompletionStage<HttpAnswer> run(
      Call call, Selection selection, BulkChange change, RedriveParts parts) {
    boolean dryRun = call.query().isOn("dryRun");
    TaskWork work = new TaskWork(call.queue(), selection, change, parts, dryRun, null);
    boolean hasIds = selection.ids() != null;
    if (call.query().isOn("background")) {
      if (hasIds) {
        throw new InvalidRequestException("background", "true", "only without ids");
      }
      return start(work, TaskProgress.NONE);
    }
    // Ids are few enough to be changed at once.
    return stepper
        .count(work, TaskProgress.NONE, hasIds ? Integer.MAX_VALUE : COUNT_STEPS)
        .thenCompose(counted ->
            counted.phase() == Phase.COUNTING ? start(work, counted) : finish(work, counted));
  }

  private CompletionStage<HttpAnswer> finish(TaskWork work, TaskProgress counted) {
    return stepper
        .finish(work, counted)
        .thenApply(TaskProgress::sum)
        .thenApply(sum ->
            HttpAnswer.ok(
                ResultJson.changed(sum.examined(), sum.changed(), sum.refused(), work.dryRun())));
  }

  private CompletionStage<HttpAnswer> start(TaskWork work, TaskProgress progress) {
    return tasks.start(work, progress).thenApply(TaskRoutes::started);
  }

  /** Makes one step of a change, for callers that keep the cursor. */
  private CompletionStage<HttpAnswer> step(Call call) {
    Fields fields =
        call.json(
            all(
                List.of(
                    ChangeJson.FILTER_FIELDS,
                    List.of("ids", "all", "cursor", "limit", "change"),
                    UpdateJson.FILTERED_FIELDS,
                    STEP)));
    BulkChange change = ChangeJson.change(fields);
    Selection selection = selection(call, fields, Set.of(), change instanceof BulkChange.Count);
    requireRole(call, selection, change.made());
    int limit = fields.count("limit", DEFAULT_STEP, Limits.MAX_CLAIM);
    return engine
        .change(call.queue(), selection, change, fields.text("cursor"), limit)
        .thenApply(step -> HttpAnswer.ok(Members.shape(step, ResultJson::step)));
  }
}
