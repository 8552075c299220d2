package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A store that runs already: only the clients are disturbed. */
record RunningStore(String uri) implements TestedStore {
  @Override
  public void start() {}

  @Override
  public boolean heal() {
    return true;
  }

  @Override
  public String directUri() {
    return uri;
  }

  @Override
  public List<Child> processes() {
    return List.of();
  }

  @Override
  public boolean isFsynced() {
    return false;
  }

  @Override
  public Set<Kind> possible() {
    return EnumSet.of(Kind.KILL_CLIENT, Kind.PAUSE_CLIENT, Kind.CLOCK);
  }

  @Override
  public Map<Kind, String> impossible() {
    return Map.of();
  }

  @Override
  public void close() {}
}
