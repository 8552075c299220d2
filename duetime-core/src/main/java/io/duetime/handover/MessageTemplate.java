package io.duetime.handover;

import io.duetime.InvalidRequestException;
import io.duetime.JobInfo;
import io.duetime.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders for the properties of a job, such as a routing key: {@code {id}}, {@code
 * {queue}} and {@code {header.NAME}}. Immutable.
 */
public final class MessageTemplate {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)\\}");
  private static final String HEADER = "header.";

  private final List<Function<JobInfo<?>, String>> parts;
  private final String text;

  private MessageTemplate(String text, List<Function<JobInfo<?>, String>> parts) {
    this.text = text;
    this.parts = List.copyOf(parts);
  }

  /**
   * Reads a template.
   *
   * @param field the name of the setting, for the error
   * @throws InvalidRequestException if a placeholder is unknown or a brace has no partner
   */
  public static MessageTemplate parse(String field, String text) {
    Limits.given(field, text);
    List<Function<JobInfo<?>, String>> parts = new ArrayList<>();
    Matcher found = PLACEHOLDER.matcher(text);
    int from = 0;
    while (found.find()) {
      parts.add(literal(field, text, text.substring(from, found.start())));
      parts.add(property(field, text, found.group(1)));
      from = found.end();
    }
    parts.add(literal(field, text, text.substring(from)));
    return new MessageTemplate(text, parts);
  }

  private static Function<JobInfo<?>, String> literal(String field, String text, String part) {
    if (part.indexOf('{') >= 0 || part.indexOf('}') >= 0) {
      throw refused(field, text);
    }
    return job -> part;
  }

  private static Function<JobInfo<?>, String> property(String field, String text, String name) {
    if (name.equals("id")) {
      return JobInfo::id;
    }
    if (name.equals("queue")) {
      return JobInfo::queue;
    }
    if (name.startsWith(HEADER) && name.length() > HEADER.length()) {
      String header = name.substring(HEADER.length());
      return job -> header(job, header);
    }
    throw refused(field, text);
  }

  private static String header(JobInfo<?> job, String header) {
    String value = job.headers().get(header);
    if (value == null) {
      throw PublishFailure.impossible("the job has no header " + header);
    }
    return value;
  }

  private static InvalidRequestException refused(String field, String text) {
    return new InvalidRequestException(
        field, text, "text with the placeholders {id}, {queue} and {header.NAME}");
  }

  /** Whether the text is the same for every job. */
  public boolean isConstant() {
    return parts.size() == 1;
  }

  /**
   * Fills the placeholders for a job.
   *
   * @throws PublishFailure if the job has no such header
   */
  public String fill(JobInfo<?> job) {
    return fill(job, UnaryOperator.identity());
  }

  /** As {@link #fill(JobInfo)}, with every value encoded, for example for a URL. */
  public String fill(JobInfo<?> job, UnaryOperator<String> encoding) {
    if (isConstant()) {
      return text;
    }
    StringBuilder filled = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i).apply(job);
      filled.append(i % 2 == 0 ? part : encoding.apply(part));
    }
    return filled.toString();
  }

  /** The template as it was given. */
  @Override
  public String toString() {
    return text;
  }
}
