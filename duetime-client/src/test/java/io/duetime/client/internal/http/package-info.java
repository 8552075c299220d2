/** URIs, failures and headers of calls. */
package io.duetime.client.internal.http;
