package io.duetime;

import io.duetime.internal.cron.CronExpression;
import io.duetime.internal.cron.CronExpression.CronSyntaxException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** A cron expression in a time zone. */
record CronSchedule(CronExpression expression, ZoneId zone) implements Schedule {
  CronSchedule {
    Limits.given("zone", zone);
  }

  static CronSchedule parse(String expression, ZoneId zone) {
    Limits.given("cron expression", expression);
    try {
      return new CronSchedule(CronExpression.parse(expression), zone);
    } catch (CronSyntaxException refused) {
      throw new InvalidRequestException(refused.field(), refused.value(), refused.allowed());
    }
  }

  @Override
  public Optional<Instant> nextAfter(Instant moment) {
    return expression.nextAfter(Limits.given("moment", moment), zone);
  }

  @Override
  public Optional<Instant> latestAtOrBefore(Instant moment) {
    return expression.latestAtOrBefore(Limits.given("moment", moment), zone);
  }

  @Override
  public String toString() {
    return "cron " + expression + " " + zone;
  }
}
