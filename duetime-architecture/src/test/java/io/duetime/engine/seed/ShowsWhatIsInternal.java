package io.duetime.engine.seed;

import io.duetime.internal.seed.InternalThing;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;

/** Each declaration that names the internal type shows it in another place. */
public abstract class ShowsWhatIsInternal<S extends InternalThing> {
  public static final int WAYS = 6;

  protected static final InternalThing[] FIELD = {};

  private static final List<InternalThing> HIDDEN = List.of();

  protected ShowsWhatIsInternal(Map<String, List<InternalThing>> parameter) {}

  public abstract List<? extends InternalThing> returned();

  public abstract <T extends InternalThing> void typeParameter();

  public abstract void thrown() throws InternalThing;

  public abstract Logger logger();

  InternalThing hidden() {
    return HIDDEN.get(0);
  }
}
