package shop;

import io.duetime.Job;
import io.duetime.JobQueue;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.JobInbox;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Orders {
  private final JobQueue<String> closing;
  private final PurchaseOrders orders;
  private final JobInbox inbox;
  private final BlockingQueue<String> mails = new LinkedBlockingQueue<>();

  // The queue comes first: its tables are there whatever the order of parameters.
  Orders(
      @DuetimeQueue("closing") JobQueue<String> closing, PurchaseOrders orders, JobInbox inbox) {
    this.closing = closing;
    this.orders = orders;
    this.inbox = inbox;
  }

  @Transactional
  public void open(String id) {
    orders.save(new PurchaseOrder(id));
  }

  @Transactional
  public void place(String id) {
    orders.save(new PurchaseOrder(id));
    closing.schedule(id, id, Duration.ZERO);
  }

  @Transactional(timeout = 1)
  public void placeSlowly(String id) throws InterruptedException {
    orders.saveAndFlush(new PurchaseOrder(id));
    closing.schedule(id, id, Duration.ZERO);
    Thread.sleep(1_500);
  }

  @Transactional
  public void pay(String id) {
    orders.findById(id).orElseThrow().state = "PAID";
  }

  @Transactional
  public void decline(String id) {
    orders.findById(id).orElseThrow().state = "DECLINED";
    orders.flush();
    throw new IllegalStateException("declined");
  }

  @Transactional
  @DuetimeListener(queue = "closing")
  public void close(Job<String> job) {
    if (inbox.isFirst(job)) {
      orders.findById(job.payload()).ifPresent(order -> order.state = "CLOSED");
    }
  }

  @DuetimeListener(queue = "mails")
  public void mail(Job<String> job) {
    mails.add(job.id() + " " + job.payload());
  }

  BlockingQueue<String> mails() {
    return mails;
  }
}
