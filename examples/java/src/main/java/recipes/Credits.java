package recipes;

import io.duetime.*;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Credits a payment to an account once, even when its job runs twice. */
public final class Credits {
  private final JobQueue<String> credits;
  private final DataSource database;

  public Credits(Duetime duetime, DataSource database) {
    this.credits = duetime.queue("credits", Codec.string());
    this.database = database;
  }

  /** The payment must be in the database already, not credited and with fence 0. */
  public void creditLater(String payment) {
    credits.schedule(payment, payment, Duration.ofHours(24));
  }

  public Worker start() {
    return credits.worker(this::credit).start();
  }

  private void credit(Job<String> job) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      if (isFirst(connection, job)) {
        addToAccount(connection, job.payload());
      } else if (!isCredited(connection, job.payload())) {
        throw JobFailed.permanently("there is no payment " + job.payload());
      }
      connection.commit();
    }
  }

  /** Refuses a second attempt, and an attempt whose lease is lost: its fence is smaller. */
  private static boolean isFirst(Connection connection, Job<String> job) throws SQLException {
    String sql =
        "UPDATE payment SET credited = TRUE, fence = ? WHERE id = ? AND NOT credited AND fence < ?";
    try (PreparedStatement mark = connection.prepareStatement(sql)) {
      mark.setLong(1, job.fence());
      mark.setString(2, job.payload());
      mark.setLong(3, job.fence());
      return mark.executeUpdate() == 1;
    }
  }

  private static boolean isCredited(Connection connection, String payment) throws SQLException {
    String sql = "SELECT 1 FROM payment WHERE id = ? AND credited";
    try (PreparedStatement look = connection.prepareStatement(sql)) {
      look.setString(1, payment);
      return look.executeQuery().next();
    }
  }

  private static void addToAccount(Connection connection, String payment) throws SQLException {
    String sql =
        "UPDATE account SET balance = balance + (SELECT amount FROM payment WHERE id = ?)"
            + " WHERE id = (SELECT account FROM payment WHERE id = ?)";
    try (PreparedStatement add = connection.prepareStatement(sql)) {
      add.setString(1, payment);
      add.setString(2, payment);
      add.executeUpdate();
    }
  }
}
