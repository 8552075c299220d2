@NullMarked
package io.duetime.server.event;

import org.jspecify.annotations.NullMarked;
