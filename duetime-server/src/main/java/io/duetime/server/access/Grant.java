package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.runtime.QueuePattern;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Roles on the queues that match one of the patterns. */
public record Grant(Set<Role> roles, List<QueuePattern> queues) {
  public static final int MAX_QUEUES = 16;

  /** Matches every queue. */
  static final QueuePattern EVERY_QUEUE = new QueuePattern("*");

  /** Everything on every queue, and on the store. */
  public static final Grant EVERYTHING = new Grant(Set.of(Role.ADMIN), List.of(EVERY_QUEUE));

  private static final String FORM =
      "ROLE,… or ROLE,…=QUEUE,… with the roles read, payload, produce, consume and admin";

  public Grant {
    if (roles.isEmpty()) {
      throw new InvalidRequestException("roles", null, "one or more roles");
    }
    if (queues.isEmpty() || queues.size() > MAX_QUEUES) {
      throw new InvalidRequestException(
          "queues", queues.size() + " patterns", "1 to " + MAX_QUEUES + " patterns");
    }
    roles = Set.copyOf(roles);
    queues = List.copyOf(queues);
  }

  /** Reads {@code produce,read=orders*,mail}; without patterns the roles apply to every queue. */
  public static Grant parse(String text) {
    String[] parts = text.split("=", -1);
    if (parts.length > 2) {
      throw new InvalidRequestException("grant", text, FORM);
    }
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String role : parts[0].split(",", -1)) {
      roles.add(role(text, role.strip()));
    }
    List<QueuePattern> queues =
        parts.length == 1
            ? List.of(EVERY_QUEUE)
            : Arrays.stream(parts[1].split(",", -1)).map(Grant::pattern).toList();
    return new Grant(roles, queues);
  }

  /** A pattern of the field {@code queues}. */
  static QueuePattern pattern(String text) {
    return new QueuePattern(Limits.queuePattern("queues", text));
  }

  private static Role role(String grant, String name) {
    return Arrays.stream(Role.values())
        .filter(role -> role.text().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException("grant", grant, FORM));
  }

  boolean allows(Role role) {
    for (Role given : roles) {
      if (given.includes(role)) {
        return true;
      }
    }
    return false;
  }

  boolean allows(Role role, String queue) {
    if (!allows(role)) {
      return false;
    }
    for (QueuePattern pattern : queues) {
      if (pattern.matches(queue)) {
        return true;
      }
    }
    return false;
  }

  boolean allowsEverywhere(Role role) {
    return allows(role) && queues.stream().anyMatch(EVERY_QUEUE::equals);
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    String names = roles.stream().sorted().map(Role::text).collect(Collectors.joining(","));
    return names + "=" + queues.stream().map(QueuePattern::text).collect(Collectors.joining(","));
  }
}
