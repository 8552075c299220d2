/** What the suite shares with the tests of the engines alone. */
@NullMarked
package io.duetime.engine.tck.internal;

import org.jspecify.annotations.NullMarked;
