import com.dinstone.beanstalkc.BeanstalkClient;
import com.dinstone.beanstalkc.BeanstalkClientFactory;
import com.dinstone.beanstalkc.Configuration;
import com.dinstone.beanstalkc.Job;
import java.nio.charset.StandardCharsets;

/** The Java client com.dinstone:beanstalkc against a beanstalkd or a Duetime server. */
public final class Beanstalkc {
  private Beanstalkc() {}

  public static void main(String... args) {
    Configuration to = new Configuration();
    to.setServiceHost("127.0.0.1");
    to.setServicePort(Integer.parseInt(args[0]));
    BeanstalkClient client = new BeanstalkClientFactory(to).createBeanstalkClient();
    client.useTube("beanstalkc");
    client.watchTube("beanstalkc");
    client.ignoreTube("default");

    long id = client.putJob(10, 0, 60, "hello".getBytes(StandardCharsets.UTF_8));
    Job job = client.reserveJob(5);
    check("reserve", job.getId() == id && new String(job.getData(), StandardCharsets.UTF_8).equals("hello"));
    check("touch", client.touchJob(id));
    check("release", client.releaseJob(id, 5, 0));
    check("reserve again", client.reserveJob(5).getId() == id);
    check("bury", client.buryJob(id, 3));
    check("peek-buried", client.peekBuried().getId() == id);
    check("kick", client.kick(10) == 1);
    check("reserve after kick", client.reserveJob(5).getId() == id);
    check("stats-job", client.statsJob(id).get("state").equals("reserved"));
    check("delete", client.deleteJob(id));
    check("timeout", client.reserveJob(0) == null);
    long later = client.putJob(10, 1000, 60, new byte[] {1});
    check("peek-delayed", client.peekDelayed().getId() == later);
    check("delete delayed", client.deleteJob(later));
    check("stats-tube", client.statsTube("beanstalkc").get("total-jobs").equals("2"));
    check("list-tubes", client.listTubes().contains("beanstalkc"));
    check("stats", client.stats().containsKey("current-jobs-ready"));
    client.close();
    System.exit(0);
  }

  private static void check(String what, boolean holds) {
    if (!holds) {
      System.err.println("beanstalkc: " + what);
      System.exit(1);
    }
  }
}
