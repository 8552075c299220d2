package io.duetime.architecture.seed;

import java.io.ObjectInputStream;

public interface SerializesObjects {
  Object read(ObjectInputStream in);
}
