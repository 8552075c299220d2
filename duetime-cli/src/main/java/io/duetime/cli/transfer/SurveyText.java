package io.duetime.cli.transfer;

import io.duetime.cli.terminal.Table;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.server.json.JsonTrees;
import io.duetime.transfer.OtherSystem.Survey;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.Page;
import io.duetime.wire.TimeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes what a dry run found. */
final class SurveyText {
  private static final int MOST_SHOWN = 20;

  private SurveyText() {}

  static String lines(Survey survey) {
    String stays = survey.stays().isEmpty() ? "" : "; stays: " + words(survey.stays());
    if (survey.entries() == 0) {
      return "nothing to move" + stays;
    }
    List<String> lines = new ArrayList<>();
    lines.add("to move: " + words(survey.counts()) + stays);
    Table table = new Table("QUEUE", "ID", "DUE", "BYTES", "CONTENT TYPE");
    List<String> problems = new ArrayList<>();
    for (Page<JobSpec> page : survey.samples()) {
      page.entries().forEach(entry -> add(page, entry, table, problems));
    }
    List<String> rows = table.lines();
    if (rows.size() > 1) {
      lines.addAll(rows.stream().limit(MOST_SHOWN + 1L).toList());
    }
    lines.addAll(problems.stream().distinct().limit(MOST_SHOWN).toList());
    return String.join("\n", lines);
  }

  /** Such as {@code 2 delayed, 1 ready}. */
  static String words(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }

  private static void add(
      Page<JobSpec> page, Entry<JobSpec> entry, Table table, List<String> problems) {
    JobSpec job = entry.value();
    if (job == null) {
      problems.add(page.place() + ": cannot be moved: " + entry.problem());
    } else {
      table.row(page.queue(), job.id(), due(job), job.body().payload().length, type(job));
    }
  }

  private static String due(JobSpec job) {
    return job.due() instanceof DueTime.At at
        ? String.valueOf(TimeText.iso(at.epochMillis()))
        : "now";
  }

  private static String type(JobSpec job) {
    return String.valueOf(job.body().contentType());
  }

  static String json(Survey survey) {
    List<Map<String, Object>> samples = new ArrayList<>();
    for (Page<JobSpec> page : survey.samples()) {
      for (Entry<JobSpec> entry : page.entries()) {
        samples.add(sample(page, entry));
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("entries", survey.entries());
    all.put("counts", survey.counts());
    all.put("stays", survey.stays());
    all.put("samples", samples);
    return JsonTrees.MAPPER.writeValueAsString(all);
  }

  private static Map<String, Object> sample(Page<JobSpec> page, Entry<JobSpec> entry) {
    JobSpec job = entry.value();
    if (job == null) {
      return Map.of("place", page.place(), "problem", entry.problem());
    }
    Map<String, Object> sample = new LinkedHashMap<>();
    sample.put("place", page.place());
    sample.put("queue", page.queue());
    sample.put("id", job.id());
    sample.put("dueAt", due(job));
    sample.put("bytes", job.body().payload().length);
    sample.put("contentType", type(job));
    return sample;
  }
}
