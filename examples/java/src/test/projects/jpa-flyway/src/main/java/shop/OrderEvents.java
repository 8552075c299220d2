package shop;

import io.duetime.JobQueue;
import io.duetime.spring.DuetimeQueue;
import jakarta.persistence.PostUpdate;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** A callback of JPA's flush, which is part of the commit. */
@Component
class OrderEvents {
  private final JobQueue<String> mails;

  OrderEvents(@DuetimeQueue("mails") JobQueue<String> mails) {
    this.mails = mails;
  }

  @PostUpdate
  void updated(PurchaseOrder order) {
    mails.schedule("mail-" + order.id, order.state, Duration.ZERO);
  }
}
