/** What several tests share and no user needs. */
@NullMarked
package io.duetime.testing;

import org.jspecify.annotations.NullMarked;
