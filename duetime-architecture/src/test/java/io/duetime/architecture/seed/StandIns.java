package io.duetime.architecture.seed;

public interface StandIns {
  interface MockEngine {}

  interface FakeEngine {}

  interface StubEngine {}

  interface EngineStub {}

  interface Fake {}
}
