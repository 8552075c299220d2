package io.duetime.engine.seed;

import io.duetime.internal.seed.InternalThing;
import java.util.function.Supplier;

public interface InheritsWhatIsInternal extends Supplier<InternalThing[]> {}
